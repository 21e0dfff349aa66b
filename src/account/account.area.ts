import type { Area } from '../shared/areas/area.js';
import { AccountModule } from './account.module.js';
import { EVENT_LOOKUP } from './events/account-events.sql.js';
import { CLIENT_LOOKUP } from './oauth-clients/account-clients.sql.js';
import { USER_LOOKUP } from './users/account-users.sql.js';

export const accountArea: Area = {
  module: AccountModule,
  pathLookups: { user: USER_LOOKUP, client: CLIENT_LOOKUP, event: EVENT_LOOKUP },
};
