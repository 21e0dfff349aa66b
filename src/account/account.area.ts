import type { Area } from '../shared/areas/area.js';
import { AccountModule } from './account.module.js';
import { VISIBLE_EVENT } from './events/visible-event.js';

export const accountArea: Area = {
  module: AccountModule,
  pathLookups: {
    event: {
      params: ['eventId'],
      key: 'number',
      exists: `SELECT FROM events e WHERE e.account_id = caller.account_id AND e.id = $2 AND ${VISIBLE_EVENT}`,
    },
  },
};
