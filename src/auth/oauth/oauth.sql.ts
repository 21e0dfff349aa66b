import { command } from '../../database/statement.js';
import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';
import type { OAuthGrantEntity } from './oauth-grant.entity.js';

/** The facts of a grant that its tokens store. */
type HeldGrant = Pick<OAuthGrantEntity, 'accountId' | 'userId' | 'clientId'> & { readonly label: string };

/** The lock keeps the grant until the token exists. TypeORM's entities have no relations. */
export const HOLD_GRANT = command<HeldGrant>(
  'auth.grants.hold',
  `SELECT g.account_id AS "accountId", g.user_id AS "userId", g.client_id AS "clientId", c.label
     FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id WHERE g.id = $1 FOR KEY SHARE OF g`,
);

/** TypeORM can't insert from a SELECT. */
export const SAVE_GRANT = command(
  'auth.grants.save',
  `INSERT INTO oauth_grants (id, account_id, user_id, client_id, payload, created)
   SELECT $1, account_id, id, $3, $4, $5 FROM users WHERE id = $2
   ON CONFLICT (id) DO UPDATE SET user_id = EXCLUDED.user_id, client_id = EXCLUDED.client_id,
     payload = EXCLUDED.payload, created = EXCLUDED.created`,
);

/**
 * Waits for a transaction that gives the app a token. Without it, `END_UNUSED_APP` would wait
 * itself, and delete the app together with the token, which its snapshot does not have.
 */
export const LOCK_APP = command('auth.apps.lock', 'SELECT FROM authorized_apps WHERE id = $1 FOR UPDATE');

/**
 * Deletes the app when nothing keeps it alive (D-89). TypeORM has no common table expressions that
 * change data.
 */
export const END_UNUSED_APP = command(
  'auth.apps.endUnused',
  `WITH refresh AS (
     SELECT max(payload.expiry) AS expiry
       FROM oauth_grants JOIN oauth_payloads AS payload ON payload.grant_id = oauth_grants.id
      WHERE oauth_grants.authorized_app_id = $1 AND payload.kind = 'RefreshToken' AND payload.consumed IS NULL
   ), kept AS (
     UPDATE authorized_apps SET refresh_expiry = refresh.expiry FROM refresh
      WHERE id = $1 AND (refresh.expiry IS NOT NULL OR EXISTS (SELECT FROM tokens WHERE authorized_app_id = $1))
   )
   DELETE FROM authorized_apps USING refresh
    WHERE id = $1 AND refresh.expiry IS NULL AND NOT EXISTS (SELECT FROM tokens WHERE authorized_app_id = $1)`,
);

/** Grants that have no token and can issue none. */
export const SPENT_GRANTS = expiredRows('auth.grants', {
  table: 'oauth_grants',
  where: `created < $1
    AND NOT EXISTS (SELECT FROM oauth_payloads WHERE grant_id = expired.id)
    AND NOT EXISTS (SELECT FROM tokens WHERE oauth_grant_id = expired.id)`,
});

/** TypeORM can't join in an UPDATE. */
export const EXTEND_APP = command(
  'auth.apps.extend',
  `UPDATE authorized_apps SET refresh_expiry = greatest(refresh_expiry, $2)
     FROM oauth_grants WHERE oauth_grants.id = $1 AND authorized_apps.id = oauth_grants.authorized_app_id`,
);

/** A used refresh token is kept for 30 days, so that its second use is recognized. */
export const EXPIRED_PAYLOADS = expiredRows('auth.payloads', {
  table: 'oauth_payloads',
  where: `(expiry <= $1 OR kind = 'RefreshToken' AND consumed < $1::timestamptz - interval '30 days')`,
});
