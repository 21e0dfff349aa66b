import { ApiProperty } from '@nestjs/swagger';
import type { User } from '../../access/user.js';

/** A user as the Platform API shows it. */
export class PlatformUserResponse {
  @ApiProperty({ description: 'The login name.' }) username: string;
  @ApiProperty({ type: 'integer', description: 'Unique number of the user, which never changes.' })
  uid: number;
  @ApiProperty({ format: 'email', description: 'The address of the user.' }) email: string;
  @ApiProperty({ description: 'Whether the user is limited to the entities of their grants.' })
  restricted: boolean;
  @ApiProperty({
    enum: ['default', 'proxy'],
    description: '`proxy`: a user that the parent account works with.',
  })
  user_type: string;
}

export class PlatformAccountResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, which the service assigns.' }) id: number;
  @ApiProperty({ description: 'The name of the company.' }) company: string;
  @ApiProperty({ description: 'The address of the account.' }) email: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The parent account of a child account.' })
  parent_account_id: number | null;
  @ApiProperty({ description: 'The first user.' }) user: PlatformUserResponse;
  @ApiProperty({ description: 'A personal access token with every scope; shown once.' }) token: string;
}

export function platformUserView(user: User): PlatformUserResponse {
  return {
    username: user.username,
    uid: user.id,
    email: user.email,
    restricted: user.restricted,
    user_type: user.userType,
  };
}
