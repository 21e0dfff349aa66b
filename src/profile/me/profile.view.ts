import { ApiProperty } from '@nestjs/swagger';
import type { ProfileRow } from './profile.repository.js';
import { shownReferrals, type Referrals } from './referrals.rules.js';

class ReferralsResponse implements Referrals {
  @ApiProperty({
    description: 'The code that the user gives to others. Empty until the account has paid 25.00 USD.',
  })
  code: string;
  @ApiProperty({ description: 'The address to sign up with the code.' }) url: string;
  @ApiProperty({ type: 'integer', description: 'Users who signed up with the code.' }) total: number;
  @ApiProperty({ type: 'integer', description: 'Of these, users who have paid enough.' }) completed: number;
  @ApiProperty({ type: 'integer', description: 'Of these, users who have not paid enough yet.' })
  pending: number;
  @ApiProperty({ description: 'In USD.' }) credit: number;
}

/** spec: Profile (the acting user). */
export class ProfileResponse {
  @ApiProperty({ description: 'The login name.' }) username: string;
  @ApiProperty({ type: 'integer', description: 'Unique number of the user, which never changes.' })
  uid: number;
  @ApiProperty({ format: 'email', description: 'The address of the user.' }) email: string;
  @ApiProperty({
    description: 'Whether the user gets emails on account activity; otherwise only business-critical ones.',
  })
  email_notifications: boolean;
  @ApiProperty({ description: 'The time zone that clients should show times in. The API always uses UTC.' })
  timezone: string;
  @ApiProperty({ enum: ['password'], description: 'How the user logs in.' }) authentication_type: 'password';
  @ApiProperty({ type: [String], nullable: true, description: 'SSH keys for the shell console.' })
  authorized_keys: string[] | null;
  @ApiProperty({
    enum: ['password_keys', 'keys_only', 'disabled'],
    description: 'How the user may log in to the shell console.',
  })
  lish_auth_method: string;
  @ApiProperty({ deprecated: true, description: 'Can be turned off, for good.' })
  ip_whitelist_enabled: boolean;
  @ApiProperty({ description: 'Whether the user is limited to the entities of their grants.' })
  restricted: boolean;
  @ApiProperty({ description: 'Whether a login from an untrusted computer needs a two-factor code.' })
  two_factor_auth: boolean;
  @ApiProperty({ type: () => ReferralsResponse, description: 'The referrals of the user.' })
  referrals: ReferralsResponse;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The verified phone number, in the form of E.164.',
  })
  verified_phone_number: string | null;
}

/** @param publicUrl the start of every referral link. */
export function profileView(row: ProfileRow, publicUrl: string): ProfileResponse {
  return {
    username: row.username,
    uid: row.id,
    email: row.email,
    email_notifications: row.emailNotifications,
    timezone: row.timezone,
    authentication_type: 'password',
    authorized_keys: row.authorizedKeys,
    lish_auth_method: row.lishAuthMethod,
    ip_whitelist_enabled: row.ipWhitelistEnabled,
    restricted: row.restricted,
    two_factor_auth: row.twoFactorAuth,
    referrals: shownReferrals(row, publicUrl),
    verified_phone_number: row.verifiedPhoneNumber,
  };
}
