import { CALLER } from '../../auth/caller.js';
import type { Columns } from '../../database/statement.js';
import { booleanField, numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import type { LoginEntity } from '../../auth/logins/login.entity.js';

/** What the API shows of a login. */
export type LoginRow = Columns<LoginEntity, 'id' | 'datetime' | 'ip' | 'restricted' | 'status' | 'username'>;

const LOGIN_COLUMNS = 'l.id, l.datetime, l.ip, l.restricted, l.status, l.username';

/** The caller's successful logins since `$2`, newest first (D-88). `$1` is the caller's key. */
export const LOGINS = new Collection<LoginRow>({
  name: 'profile.logins.list',
  with: CALLER,
  select: LOGIN_COLUMNS,
  of: 'caller',
  from: 'logins l',
  where: `l.user_id = caller.user_id AND l.status = 'successful' AND l.datetime > $2`,
  key: { 'l.id': 'bigint' },
  descending: true,
  fields: {
    id: numberField('l.id'),
    datetime: timeField('l.datetime'),
    ip: stringField('l.ip'),
    restricted: booleanField('l.restricted'),
    status: stringField('l.status'),
    username: stringField('l.username'),
  },
});

/** Also finds failed logins, which the list leaves out (D-88). */
export const LOGIN_LOOKUP = {
  params: ['loginId'],
  key: 'number',
  from: 'logins l',
  where: 'l.user_id = caller.user_id AND l.id = $3',
  shown: LOGIN_COLUMNS,
} as const satisfies PathLookup;
