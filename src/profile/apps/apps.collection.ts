import { CALLER } from '../../auth/caller.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/** An application that the user has authorized, with what it holds now. */
export interface AppRow {
  readonly id: number;
  readonly label: string;
  readonly created: string;
  readonly expiry: string | null;
  readonly scopes: string;
  readonly thumbnail_url: string | null;
  readonly website: string;
}

// D-89: the access token's expiry, null with a refresh token.
const EXPIRY = 'CASE WHEN app.refresh_expiry > $2 OR live.forever THEN NULL ELSE live.expiry END';

export const APP_COLUMNS = `app.id, client.label, app.created, ${EXPIRY} AS expiry, app.scopes,
  client.thumbnail_url, client.website`;

export const APPS_FROM = `caller JOIN authorized_apps app ON app.user_id = caller.user_id
  JOIN oauth_clients client ON client.id = app.client_id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.expiry IS NULL) AS forever, max(t.expiry) AS expiry, count(*) AS tokens
      FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > $2)) live`;

/** D-89: those with a live token. */
export const IS_LIVE = '(live.tokens > 0 OR app.refresh_expiry > $2)';

/** The caller's apps; `$1` is the caller's key, `$2` the present. */
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
