import { ApiProperty } from '@nestjs/swagger';
import type { User } from '../../access/user.js';

/** A user as the Platform API shows it. */
export class PlatformUserResponse {
  @ApiProperty() username: string;
  @ApiProperty({ type: 'integer' }) uid: number;
  @ApiProperty({ format: 'email' }) email: string;
  @ApiProperty() restricted: boolean;
  @ApiProperty({ enum: ['default', 'proxy'] }) user_type: string;
}

export class PlatformAccountResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() company: string;
  @ApiProperty() email: string;
  @ApiProperty({ type: 'integer', nullable: true }) parent_account_id: number | null;
  @ApiProperty() user: PlatformUserResponse;
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
