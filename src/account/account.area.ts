import type { Request } from 'express';
import type { Caller } from '../access/caller.js';
import { OAUTH_CLIENT } from '../access/oauth-clients/oauth-client.resource.js';
import type { Area } from '../shared/areas/area.js';
import { AccountModule } from './account.module.js';
import { CLIENT_LOOKUP } from './oauth-clients/account-clients.sql.js';
import { RegionsService } from './regions/regions.service.js';
import { UserGrantsService } from './user-grants/user-grants.service.js';
import { USER_LOOKUP } from './users/account-users.sql.js';
import { USER } from './users/user.resource.js';

export const accountArea: Area = {
  module: AccountModule,
  pathLookups: {
    user: { ...USER_LOOKUP, view: USER.shown },
    client: { ...CLIENT_LOOKUP, view: OAUTH_CLIENT.shown },
  },
  objects: (get) => ({
    'account.user.grants': ({ key }: Caller, { username }: Request['params']) =>
      get(UserGrantsService).view(key, String(username)),
    'region.view': (_, { regionId }) => Promise.resolve(get(RegionsService).view(String(regionId))),
  }),
};
