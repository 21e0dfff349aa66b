import { CALLER } from '../../auth/caller.js';
import { command, query } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/** An application that the user authorized, and what it may do now. */
export interface AppRow {
  readonly id: number;
  readonly label: string;
  readonly created: string;
  readonly expiry: string | null;
  readonly scopes: string;
  readonly thumbnailUrl: string | null;
  readonly website: string;
}

// D-89: when the access token expires; null while a refresh token can get another.
const EXPIRY = 'CASE WHEN app.refresh_expiry > $2 OR live.forever THEN NULL ELSE live.expiry END';

export const APP_COLUMNS = `app.id, client.label, app.created, ${EXPIRY} AS expiry, app.scopes,
  client.thumbnail_url AS "thumbnailUrl", client.website`;

export const APPS_FROM = `caller JOIN authorized_apps app ON app.user_id = caller.user_id
  JOIN oauth_clients client ON client.id = app.client_id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.expiry IS NULL) AS forever, max(t.expiry) AS expiry, count(*) AS tokens
      FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > $2)) live`;

/** The application has an access token or a refresh token that works (D-89). */
export const IS_LIVE = '(live.tokens > 0 OR app.refresh_expiry > $2)';

/** The caller's authorized apps. `$1` is the caller's key, `$2` the present time. */
export const APPS = new Collection<AppRow>({
  name: 'profile.apps.list',
  with: CALLER,
  select: APP_COLUMNS,
  from: APPS_FROM,
  where: IS_LIVE,
  order: 'app.id',
  fields: {
    id: numberField('app.id'),
    label: stringField('client.label'),
    scopes: stringField('app.scopes'),
    website: stringField('client.website'),
    created: timeField('app.created'),
    expiry: timeField(`(${EXPIRY})`),
  },
});

export const FIND = query<AppRow>(
  'profile.apps.find',
  `WITH ${CALLER} SELECT ${APP_COLUMNS} FROM ${APPS_FROM} WHERE app.id = $3 AND ${IS_LIVE}`,
);

export const HOLDS_NOTHING = (now: string) => `coalesce(app.refresh_expiry <= ${now}, true) AND NOT EXISTS (
  SELECT FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > ${now}))`;

export const DELETE = command(
  'profile.apps.delete',
  `DELETE FROM authorized_apps app WHERE app.user_id = $1 AND app.id = $3 AND NOT (${HOLDS_NOTHING('$2')})`,
);

export const TIDY = command(
  'profile.apps.tidy',
  `DELETE FROM authorized_apps WHERE id IN (
     SELECT app.id FROM authorized_apps app WHERE ${HOLDS_NOTHING('$1')} ORDER BY app.id LIMIT $2
        FOR UPDATE SKIP LOCKED)`,
);
