import { CALLER } from '../../access/caller.js';
import { OAUTH_CLIENT, type ClientRow } from '../../access/oauth-clients/oauth-client.resource.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';

const OF_CALLER = 'c.account_id = caller.account_id';

export const OAUTH_CLIENTS = new Collection<ClientRow>({
  name: 'account.clients.list',
  with: CALLER,
  select: OAUTH_CLIENT.columns(),
  of: 'caller',
  from: 'oauth_clients c',
  where: OF_CALLER,
  key: { 'c.id': 'text' },
  fields: OAUTH_CLIENT.filters,
});

export const CLIENT_LOOKUP = {
  params: ['clientId'],
  key: 'text',
  from: 'oauth_clients c',
  where: `${OF_CALLER} AND c.id = $3`,
  shown: OAUTH_CLIENT.columns(),
  rows: 'c',
} as const satisfies PathLookup;
