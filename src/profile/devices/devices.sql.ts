import { CALLER } from '../../access/caller.js';
import { command, type Columns } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import type { TrustedDeviceEntity } from '../../access/logins/trusted-device.entity.js';

/** What the API shows of a trusted device. */
export type DeviceRow = Columns<
  TrustedDeviceEntity,
  'id' | 'created' | 'expiry' | 'lastAuthenticated' | 'lastRemoteAddr' | 'userAgent'
>;

const DEVICE_COLUMNS = `d.id, d.created, d.expiry, d.last_authenticated AS "lastAuthenticated",
  d.last_remote_addr AS "lastRemoteAddr", d.user_agent AS "userAgent"`;

/**
 * The caller's devices that have not expired (D-87). `$1` is the caller's key, `$2` the present
 * time.
 */
export const DEVICES = new Collection<DeviceRow>({
  name: 'profile.devices.list',
  with: CALLER,
  select: DEVICE_COLUMNS,
  of: 'caller',
  from: 'trusted_devices d',
  where: 'd.user_id = caller.user_id AND d.expiry > $2',
  key: { 'd.id': 'bigint' },
  fields: {
    id: numberField('d.id'),
    created: timeField('d.created'),
    expiry: timeField('d.expiry'),
    last_authenticated: timeField('d.last_authenticated'),
    last_remote_addr: stringField('d.last_remote_addr'),
    user_agent: stringField('d.user_agent'),
  },
});

export const DEVICE_LOOKUP = {
  params: ['deviceId'],
  key: 'number',
  from: 'trusted_devices d',
  where: 'd.user_id = caller.user_id AND d.id = $3 AND d.expiry > $2',
  shown: DEVICE_COLUMNS,
  rows: 'd',
} as const satisfies PathLookup;

export const TIDY_DEVICES = command(
  'profile.devices.tidy',
  `DELETE FROM trusted_devices WHERE id IN (
     SELECT id FROM trusted_devices WHERE expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
