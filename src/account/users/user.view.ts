import { ApiProperty } from '@nestjs/swagger';
import { NullableObject } from '../../shared/openapi/nullable.js';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';

export interface UserRow {
  readonly username: string;
  readonly email: string;
  readonly restricted: boolean;
  readonly userType: string;
  readonly twoFactorAuth: boolean;
  readonly verifiedPhoneNumber: string | null;
  /** Labels. */
  readonly sshKeys: readonly string[];
  readonly passwordCreated: string | null;
  readonly lastLogin: string | null;
  readonly lastLoginStatus: string | null;
}

class LastLoginResponse {
  @ApiTime({ description: 'When the user last tried to log in.' }) login_datetime: string;
  @ApiProperty({ enum: ['successful', 'failed'], description: 'How that ended.' }) status: string;
}

/** D-139. */
export class UserResponse {
  @ApiProperty({ description: 'The login name.' }) username: string;
  @ApiProperty({ format: 'email', description: 'The address of the user.' }) email: string;
  @ApiProperty({ description: 'Whether the user is limited to the entities of their grants.' })
  restricted: boolean;
  @ApiProperty({
    enum: ['default', 'proxy'],
    description: '`proxy`: a user that the parent account works with.',
  })
  user_type: string;
  @ApiProperty({ description: 'Whether two-factor authentication is on.' }) tfa_enabled: boolean;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '+15555555555',
    description: 'The verified phone number, in the form of E.164.',
  })
  verified_phone_number: string | null;
  @ApiProperty({ type: [String], description: 'Labels.' }) ssh_keys: readonly string[];
  @ApiTime({ nullable: true, description: 'When the password was set; null without one.' }) password_created:
    string | null;
  @NullableObject(LastLoginResponse, { description: 'The last login; null before the first.' })
  last_login: LastLoginResponse | null;
}

export function userView(row: UserRow): UserResponse {
  return {
    username: row.username,
    email: row.email,
    restricted: row.restricted,
    user_type: row.userType,
    tfa_enabled: row.twoFactorAuth,
    verified_phone_number: row.verifiedPhoneNumber,
    ssh_keys: row.sshKeys,
    password_created: shownTime(row.passwordCreated),
    last_login:
      row.lastLogin === null
        ? null
        : { login_datetime: shownTime(row.lastLogin), status: row.lastLoginStatus! },
  };
}
