import { Injectable } from '@nestjs/common';
import { ANY_CALLER, type CallerKey } from '../../access/caller.js';
import { UserEntity } from '../../access/user.entity.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import { query } from '../../database/statement.js';
import type { ReferralFigures } from './referrals.rules.js';

/** The columns of a user and their account that the profile shows. */
export type ProfileRow = ReferralFigures &
  Readonly<
    Pick<
      UserEntity,
      | 'id'
      | 'username'
      | 'email'
      | 'emailNotifications'
      | 'timezone'
      | 'authorizedKeys'
      | 'lishAuthMethod'
      | 'ipWhitelistEnabled'
      | 'restricted'
      | 'twoFactorAuth'
      | 'verifiedPhoneNumber'
    >
  >;

/** The columns that an update may set; undefined keeps the old value. */
export type ProfileColumns = Partial<
  Pick<
    UserEntity,
    | 'authorizedKeys'
    | 'email'
    | 'emailNotifications'
    | 'ipWhitelistEnabled'
    | 'lishAuthMethod'
    | 'restricted'
    | 'timezone'
  >
>;

// A statement, because the bench measures it.
const FIND = query<ProfileRow>(
  'profile.me.find',
  `WITH ${ANY_CALLER}
   SELECT u.username, u.id, u.email, u.email_notifications AS "emailNotifications", u.timezone,
          u.authorized_keys AS "authorizedKeys", u.lish_auth_method AS "lishAuthMethod",
          u.ip_whitelist_enabled AS "ipWhitelistEnabled", u.restricted, u.two_factor_auth AS "twoFactorAuth",
          u.verified_phone_number AS "verifiedPhoneNumber", a.payments_total_usd AS "paymentsTotalUsd",
          a.referral_code AS code, a.referrals_completed AS completed, a.referrals_credit AS credit,
          a.referrals_pending AS pending, a.referrals_total AS total
     FROM caller JOIN users u ON u.id = caller.user_id JOIN accounts a ON a.id = u.account_id`,
);

@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  async find(key: CallerKey, reader: Reader = this.database): Promise<ProfileRow> {
    return (await reader.row(FIND, [key]))!;
  }

  /** Reads the user and locks the row until the transaction ends. */
  lock(tx: Tx, userId: number): Promise<UserEntity | null> {
    return tx.repository(UserEntity).findOne({ where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  }

  update(tx: Tx, user: UserEntity, columns: ProfileColumns): Promise<Changed<UserEntity>> {
    return changeRow(tx.repository(UserEntity), { id: user.id }, user, columns);
  }
}
