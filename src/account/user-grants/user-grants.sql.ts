import { CALLER } from '../../access/caller.js';
import { query } from '../../database/statement.js';

/** The user `$2` of the caller's account. */
export const USER_WITH_GRANTS = query<{ readonly id: number; readonly restricted: boolean }>(
  'account.userGrants.findUser',
  `WITH ${CALLER} SELECT u.id, u.restricted
   FROM caller JOIN users u ON u.account_id = caller.account_id WHERE lower(u.username) = lower($2)`,
);
