import { CALLER } from '../caller.js';
import { command, query, type Columns } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import type { OAuthClientEntity } from './oauth-client.entity.js';
import type { AuthorizedAppEntity } from './authorized-app.entity.js';

/** The columns of an authorized application that the API shows. */
export type AppRow = Columns<AuthorizedAppEntity, 'id' | 'created' | 'scopes'> &
  Pick<OAuthClientEntity, 'label' | 'thumbnailUrl' | 'website'> & { readonly expiry: string | null };

// D-89: when the access token expires; null while a refresh token can get another.
const EXPIRY = 'CASE WHEN app.refresh_expiry > $2 OR live.forever THEN NULL ELSE live.expiry END';

// D-207: the scopes of its access tokens and refresh tokens. The function is in migration 0006,
// because refresh tokens are in sign-in's tables.
const SCOPES = `coalesce(application_scopes(app.id, $2), '')`;

const APP_COLUMNS = `app.id, client.label, app.created, ${EXPIRY} AS expiry, ${SCOPES} AS scopes,
  client.thumbnail_url AS "thumbnailUrl", client.website`;

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
  select: APP_COLUMNS,
  from: `caller CROSS JOIN ${APPS_FROM}`,
  where: LIVE_OF_CALLER,
  key: { 'app.id': 'bigint' },
  fields: {
    id: numberField('app.id'),
    label: stringField('client.label'),
    scopes: stringField(SCOPES),
    website: stringField('client.website'),
    created: timeField('app.created'),
    expiry: timeField(`(${EXPIRY})`),
  },
});

export const APP_LOOKUP = {
  params: ['appId'],
  key: 'number',
  from: APPS_FROM,
  where: `app.id = $3 AND ${LIVE_OF_CALLER}`,
  shown: APP_COLUMNS,
  rows: 'app',
} as const satisfies PathLookup;

/** The live apps of the user `$1` with the day of their last use, newest first. */
export const APPS_OF_USER = query<AppRow & { readonly lastUsed: string | null }>(
  'access.authorizedApps.listOfUser',
  `SELECT ${APP_COLUMNS}, greatest(app.last_used, live.last_used)::text AS "lastUsed"
     FROM ${APPS_FROM} WHERE app.user_id = $1 AND ${LIVE} ORDER BY app.id DESC`,
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

export const TIDY_APPS = command(
  'access.authorizedApps.tidy',
  `DELETE FROM authorized_apps WHERE id IN (
     SELECT app.id FROM authorized_apps app
      WHERE coalesce(app.refresh_expiry <= $1, true) AND NOT EXISTS (
        SELECT FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > $1))
      ORDER BY app.id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
