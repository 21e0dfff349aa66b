import { ApiProperty } from '@nestjs/swagger';
import type { ProfileRow } from './profile.repository.js';
import { shownReferrals, type Referrals } from './referrals.rules.js';

class ReferralsResponse implements Referrals {
  @ApiProperty() code: string;
  @ApiProperty() url: string;
  @ApiProperty({ type: 'integer' }) total: number;
  @ApiProperty({ type: 'integer' }) completed: number;
  @ApiProperty({ type: 'integer' }) pending: number;
  @ApiProperty({ description: 'In USD.' }) credit: number;
}

/** spec: Profile (the acting user). */
export class ProfileResponse {
  @ApiProperty() username: string;
  @ApiProperty({ type: 'integer' }) uid: number;
  @ApiProperty({ format: 'email' }) email: string;
  @ApiProperty() email_notifications: boolean;
  @ApiProperty() timezone: string;
  @ApiProperty({ enum: ['password'] }) authentication_type: 'password';
  @ApiProperty({ type: [String], nullable: true }) authorized_keys: string[] | null;
  @ApiProperty({ enum: ['password_keys', 'keys_only', 'disabled'] }) lish_auth_method: string;
  @ApiProperty({ deprecated: true }) ip_whitelist_enabled: boolean;
  @ApiProperty() restricted: boolean;
  @ApiProperty() two_factor_auth: boolean;
  @ApiProperty({ type: () => ReferralsResponse }) referrals: ReferralsResponse;
  @ApiProperty({ type: String, nullable: true }) verified_phone_number: string | null;
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
