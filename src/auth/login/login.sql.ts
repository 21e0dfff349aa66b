import { command, query } from '../../database/statement.js';
import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';
import type { LoginUser, PendingUser, SignedInUser } from './login-user.js';

/** D-23. */
export const MAX_WRONG_CODES = 5;

/** TypeORM can't give a column by a condition. */
const LOGIN_USER = `SELECT id, account_id AS "accountId", username, restricted, two_factor_auth AS "twoFactorAuth",
          CASE WHEN user_type = 'default' THEN password_hash END AS "passwordHash"
     FROM users`;

export const FIND_LOGIN_USER = query<LoginUser>('auth.loginUsers.find', `${LOGIN_USER} WHERE id = $1`);

export const FIND_LOGIN_USER_BY_NAME = query<LoginUser>(
  'auth.loginUsers.findByName',
  `${LOGIN_USER} WHERE lower(username) = lower($1)`,
);

/**
 * TypeORM can't insert from a SELECT. An unknown user runs the same statement, so that its time is
 * the same (D-209). Waits for a transaction that deletes the user, and then stores nothing.
 */
export const BEGIN_LOGIN = command<{ id: number }>(
  'auth.loginHistory.begin',
  `INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
   SELECT account_id, id, $2, username, restricted, $3, 'failed' FROM users WHERE id = $1
   FOR KEY SHARE RETURNING id`,
);

/** One round trip for a session and its user; the entities have no relations. */
export const FIND_SESSION = query<SignedInUser>(
  'auth.sessions.find',
  `SELECT users.id AS "userId", users.account_id AS "accountId", users.username
     FROM login_sessions JOIN users ON users.id = login_sessions.user_id
    WHERE token_hash = $1 AND expiry > $2`,
);

export const EXPIRED_SESSIONS = expiredRows('auth.sessions', {
  table: 'login_sessions',
  where: 'expiry <= $1',
  order: 'expiry',
});

/** One round trip for a pending login and its user; the entities have no relations. */
export const FIND_PENDING_USER = query<PendingUser>(
  'auth.pendingLogins.findUser',
  `SELECT users.id AS "userId", users.username FROM pending_logins JOIN users ON users.id = pending_logins.user_id
    WHERE token_hash = $1 AND expiry > $2 AND wrong_codes < ${MAX_WRONG_CODES}`,
);

/** Locks the user of a pending login. */
export const LOCK_PENDING_USER = command(
  'auth.pendingLogins.lockUser',
  'SELECT FROM users WHERE id = (SELECT user_id FROM pending_logins WHERE token_hash = $1) FOR NO KEY UPDATE',
);

export const EXPIRED_PENDING_LOGINS = expiredRows('auth.pendingLogins', {
  table: 'pending_logins',
  where: 'expiry <= $1',
  order: 'expiry',
});
