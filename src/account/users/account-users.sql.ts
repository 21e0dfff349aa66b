import { CALLER } from '../../access/caller.js';
import { query } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import { LAST_LOGIN, USER, type UserRow } from './user.resource.js';

const COLUMNS = USER.columns({
  ssh_keys: `(SELECT coalesce(json_agg(k.label ORDER BY k.id), '[]') FROM ssh_keys k WHERE k.user_id = u.id)`,
  last_login: `CASE WHEN last.datetime IS NOT NULL THEN ${LAST_LOGIN.json()} END`,
});
const FROM = `users u LEFT JOIN LATERAL (
    SELECT l.datetime, l.status FROM logins l WHERE l.user_id = u.id ORDER BY l.id DESC LIMIT 1) last ON true`;
const OF_CALLER = 'u.account_id = caller.account_id';

export const USERS = new Collection<UserRow>({
  name: 'account.users.list',
  with: CALLER,
  select: COLUMNS,
  of: 'caller',
  from: FROM,
  where: OF_CALLER,
  key: { 'u.id': 'bigint' },
  fields: USER.filters,
});

const NAMED = `${OF_CALLER} AND lower(u.username) = lower($3)`;

export const USER_LOOKUP = {
  params: ['username'],
  key: 'text',
  from: FROM,
  where: NAMED,
  shown: COLUMNS,
  rows: 'u',
  // D-144. `mayChange` checks it again in the transaction.
  readOnly: `caller.restricted AND EXISTS (
    SELECT FROM users u WHERE ${NAMED} AND (u.id = caller.user_id OR NOT u.restricted OR u.user_type = 'proxy'))`,
  // D-142. The transaction checks it again.
  undeletable: `EXISTS (SELECT FROM users u WHERE ${NAMED} AND u.user_type = 'proxy')`,
} as const satisfies PathLookup;

export const VIEW_USER = query<UserRow>(
  'account.users.view',
  `WITH ${CALLER} SELECT ${COLUMNS} FROM caller, ${FROM} WHERE ${OF_CALLER} AND lower(u.username) = lower($2)`,
);
