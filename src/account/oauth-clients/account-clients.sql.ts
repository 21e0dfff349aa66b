import { CALLER } from '../../access/caller.js';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import { booleanField, stringField } from '../../shared/lists/filter.js';

const COLUMNS = `c.id, c.account_id AS "accountId", c.label, c.redirect_uri AS "redirectUri", c.public, c.status,
  c.website, c.thumbnail_url AS "thumbnailUrl"`;
const OF_CALLER = 'c.account_id = caller.account_id';

export const OAUTH_CLIENTS = new Collection<OAuthClient>({
  name: 'account.clients.list',
  with: CALLER,
  select: COLUMNS,
  of: 'caller',
  from: 'oauth_clients c',
  where: OF_CALLER,
  key: { 'c.id': 'text' },
  fields: {
    id: stringField('c.id'),
    label: stringField('c.label'),
    status: stringField('c.status'),
    public: booleanField('c.public'),
  },
});

export const CLIENT_LOOKUP = {
  params: ['clientId'],
  key: 'text',
  from: 'oauth_clients c',
  where: `${OF_CALLER} AND c.id = $3`,
  shown: COLUMNS,
  rows: 'c',
} as const satisfies PathLookup;
