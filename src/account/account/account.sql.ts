import { CALLER } from '../../access/caller.js';
import { query } from '../../database/statement.js';
import { ACCOUNT, type AccountRow } from './account.resource.js';

export const VIEW_ACCOUNT = query<AccountRow>(
  'account.account.view',
  `WITH ${CALLER} SELECT ${ACCOUNT.columns()} FROM caller JOIN accounts a ON a.id = caller.account_id`,
);
