import { CALLER } from '../caller.js';
import { command, query } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';
import { Collection } from '../../shared/lists/collection.js';
import { APP, type AppRow } from './authorized-app.resource.js';

const APPS_FROM = `authorized_apps app JOIN oauth_clients client ON client.id = app.client_id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.expiry IS NULL) AS forever, max(t.expiry) AS expiry, max(t.last_used) AS last_used, count(*) AS tokens
      FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > $2)) live`;

/** The condition that the application has a live access token or refresh token (D-89). */
const LIVE = '(live.tokens > 0 OR app.refresh_expiry > $2)';
const LIVE_OF_CALLER = `app.user_id = caller.user_id AND ${LIVE}`;

/** The caller's authorized apps. `$1` is the caller's key, `$2` the present time. */
export const APPS = new Collection<AppRow>({
  name: 'access.authorizedApps.list',
  with: CALLER,
  select: APP.columns(),
  from: `caller CROSS JOIN ${APPS_FROM}`,
  where: LIVE_OF_CALLER,
  key: { 'app.id': 'bigint' },
  fields: APP.filters,
});

export const APP_LOOKUP = {
  params: ['appId'],
  key: 'number',
  from: APPS_FROM,
  where: `app.id = $3 AND ${LIVE_OF_CALLER}`,
  shown: APP.columns(),
  rows: 'app',
} as const satisfies PathLookup;

/** The live apps of the user `$1` with the day of their last use, newest first. */
export const APPS_OF_USER = query<AppRow & { readonly lastUsed: string | null }>(
  'access.authorizedApps.listOfUser',
  `SELECT ${APP.columns()}, greatest(app.last_used, live.last_used)::text AS "lastUsed"
     FROM ${APPS_FROM} WHERE app.user_id = $1 AND ${LIVE} ORDER BY app.id DESC`,
);

/**
 * Waits for a transaction that gives the app a token. Without it, `DELETE_ENDED` would wait itself,
 * and delete the app together with the token, which its snapshot does not have.
 */
export const LOCK_APP_OF_USER = command(
  'access.authorizedApps.lock',
  'SELECT FROM authorized_apps WHERE user_id = $1 AND client_id = $2 FOR UPDATE',
);

/** TypeORM can't say NOT EXISTS in a DELETE. */
export const DELETE_ENDED = command(
  'access.authorizedApps.deleteEnded',
  `DELETE FROM authorized_apps AS app
    WHERE user_id = $1 AND client_id = $2 AND coalesce(refresh_expiry <= $3, true)
      AND NOT EXISTS (SELECT FROM tokens WHERE authorized_app_id = app.id AND (expiry IS NULL OR expiry > $3))`,
);

/**
 * TypeORM doesn't return the id of a row that an upsert updates. An app that gets a token is in
 * use.
 */
export const AUTHORIZE = command<{ id: number }>(
  'access.authorizedApps.authorize',
  `INSERT INTO authorized_apps (account_id, user_id, client_id, scopes, created, last_used)
   VALUES ($1, $2, $3, $4, $5::timestamptz, ($5::timestamptz AT TIME ZONE 'UTC')::date)
   ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = excluded.scopes, last_used = excluded.last_used RETURNING id`,
);

/**
 * Apps whose tokens have all expired. An app that gets a token meanwhile has a new row version,
 * which is not the one of this snapshot: the snapshot does not have the token either.
 */
export const ENDED_APPS = expiredRows('profile.apps', {
  table: 'authorized_apps',
  where: `coalesce(expired.refresh_expiry <= $1, true) AND NOT EXISTS (
    SELECT FROM tokens t WHERE t.authorized_app_id = expired.id AND (t.expiry IS NULL OR t.expiry > $1))
    AND expired.ctid = (SELECT seen.ctid FROM authorized_apps seen WHERE seen.id = expired.id)`,
  order: 'id',
});
