import { CALLER } from '../../access/caller.js';
import { query } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import { booleanField, stringField } from '../../shared/lists/filter.js';
import type { UserRow } from './user.view.js';

const SSH_KEYS = `(SELECT coalesce(json_agg(k.label ORDER BY k.id), '[]') FROM ssh_keys k WHERE k.user_id = u.id)`;
const COLUMNS = `u.username, u.email, u.restricted, u.user_type AS "userType", u.two_factor_auth AS "twoFactorAuth",
  u.verified_phone_number AS "verifiedPhoneNumber", ${SSH_KEYS} AS "sshKeys",
  u.password_created AS "passwordCreated", last.datetime AS "lastLogin", last.status AS "lastLoginStatus"`;
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
  fields: {
    username: stringField('u.username'),
    email: stringField('u.email'),
    restricted: booleanField('u.restricted'),
    // D-265
    user_type: stringField('u.user_type'),
  },
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
} as const satisfies PathLookup;

export const VIEW_USER = query<UserRow>(
  'account.users.view',
  `WITH ${CALLER} SELECT ${COLUMNS} FROM caller, ${FROM} WHERE ${OF_CALLER} AND lower(u.username) = lower($2)`,
);
