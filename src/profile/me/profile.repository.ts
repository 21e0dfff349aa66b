import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import type { ReferralFigures } from './referrals.rules.js';
import type { ProfileFacts } from './profile.rules.js';

/** A user, and what the profile shows of their account. */
export interface ProfileRow extends ReferralFigures {
  readonly username: string;
  readonly uid: number;
  readonly email: string;
  readonly emailNotifications: boolean;
  readonly timezone: string;
  readonly authorizedKeys: string[] | null;
  readonly lishAuthMethod: string;
  readonly ipWhitelistEnabled: boolean;
  readonly restricted: boolean;
  readonly twoFactorAuth: boolean;
  readonly verifiedPhoneNumber: string | null;
}

/** The columns that an update may set; undefined keeps the old value. */
export interface ProfileColumns {
  readonly authorizedKeys?: readonly string[] | null;
  readonly email?: string;
  readonly emailNotifications?: boolean;
  readonly ipWhitelistEnabled?: boolean;
  readonly lishAuthMethod?: string;
  readonly restricted?: boolean;
  readonly timezone?: string;
}

type LockedUser = Omit<ProfileFacts, 'isLastUnrestricted'>;

@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  find(key: CallerKey): Promise<ProfileRow | undefined> {
    return this.database.row(FIND, [key]);
  }

  /** Reads the user and locks the row until the transaction ends. */
  lock(tx: Tx, userId: number): Promise<LockedUser | undefined> {
    return tx.row(LOCK, [userId]);
  }

  /** @returns the user after the change. */
  update(tx: Tx, userId: number, columns: ProfileColumns): Promise<ProfileRow | undefined> {
    return tx.row(UPDATE, [
      userId,
      columns.authorizedKeys !== undefined,
      columns.authorizedKeys,
      columns.email,
      columns.emailNotifications,
      columns.ipWhitelistEnabled,
      columns.lishAuthMethod,
      columns.restricted,
      columns.timezone,
    ]);
  }
}

const PROFILE = `u.username, u.id AS uid, u.email, u.email_notifications AS "emailNotifications", u.timezone,
  u.authorized_keys AS "authorizedKeys", u.lish_auth_method AS "lishAuthMethod",
  u.ip_whitelist_enabled AS "ipWhitelistEnabled", u.restricted, u.two_factor_auth AS "twoFactorAuth",
  u.verified_phone_number AS "verifiedPhoneNumber", a.payments_total_usd AS "paymentsTotalUsd",
  a.referral_code AS code, a.referrals_completed AS completed, a.referrals_credit AS credit,
  a.referrals_pending AS pending, a.referrals_total AS total`;

const FIND = query<ProfileRow>(
  'profile.me.find',
  `WITH ${CALLER}
   SELECT ${PROFILE} FROM caller JOIN users u ON u.id = caller.user_id JOIN accounts a ON a.id = u.account_id`,
);

const LOCK = command<LockedUser>(
  'profile.me.lock',
  `SELECT email, ip_whitelist_enabled AS "ipWhitelistEnabled", restricted, two_factor_auth AS "twoFactorAuth",
          user_type AS "userType"
     FROM users WHERE id = $1 FOR NO KEY UPDATE`,
);

const UPDATE = command<ProfileRow>(
  'profile.me.update',
  `UPDATE users u
      SET authorized_keys = CASE WHEN $2::boolean THEN $3::text[] ELSE u.authorized_keys END,
          email = coalesce($4, u.email),
          email_notifications = coalesce($5, u.email_notifications),
          ip_whitelist_enabled = coalesce($6, u.ip_whitelist_enabled),
          lish_auth_method = coalesce($7, u.lish_auth_method),
          restricted = coalesce($8, u.restricted),
          timezone = coalesce($9, u.timezone)
     FROM accounts a
    WHERE u.id = $1 AND a.id = u.account_id
   RETURNING ${PROFILE}`,
);
