import { CALLER } from '../../access/caller.js';
import { command, type Columns } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import type { OAuthClientEntity } from '../../access/oauth-clients/oauth-client.entity.js';
import type { AuthorizedAppEntity } from '../../access/oauth-clients/authorized-app.entity.js';

/** What the API shows of an application that the user authorized. */
export type AppRow = Columns<AuthorizedAppEntity, 'id' | 'created' | 'scopes'> &
  Pick<OAuthClientEntity, 'label' | 'thumbnailUrl' | 'website'> & { readonly expiry: string | null };

// D-89: when the access token expires; null while a refresh token can get another.
const EXPIRY = 'CASE WHEN app.refresh_expiry > $2 OR live.forever THEN NULL ELSE live.expiry END';

// D-207: the scopes of its access tokens and refresh tokens. Refresh tokens are in sign-in's
// tables: migration 0006.
const SCOPES = `coalesce(application_scopes(app.id, $2), '')`;

const APP_COLUMNS = `app.id, client.label, app.created, ${EXPIRY} AS expiry, ${SCOPES} AS scopes,
  client.thumbnail_url AS "thumbnailUrl", client.website`;

const APPS_FROM = `authorized_apps app JOIN oauth_clients client ON client.id = app.client_id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.expiry IS NULL) AS forever, max(t.expiry) AS expiry, count(*) AS tokens
      FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > $2)) live`;

/** The application has a live access token or refresh token (D-89). */
const LIVE_OF_CALLER = 'app.user_id = caller.user_id AND (live.tokens > 0 OR app.refresh_expiry > $2)';

/** The caller's authorized apps. `$1` is the caller's key, `$2` the present time. */
export const APPS = new Collection<AppRow>({
  name: 'profile.apps.list',
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

export const TIDY_APPS = command(
  'profile.apps.tidy',
  `DELETE FROM authorized_apps WHERE id IN (
     SELECT app.id FROM authorized_apps app
      WHERE coalesce(app.refresh_expiry <= $1, true) AND NOT EXISTS (
        SELECT FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > $1))
      ORDER BY app.id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
