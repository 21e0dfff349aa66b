import { CALLER } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';
import { Collection } from '../../shared/lists/collection.js';
import { DEVICE, type DeviceRow } from './device.resource.js';

/**
 * The caller's devices that have not expired (D-87). `$1` is the caller's key, `$2` the present
 * time.
 */
export const DEVICES = new Collection<DeviceRow>({
  name: 'profile.devices.list',
  with: CALLER,
  select: DEVICE.columns(),
  of: 'caller',
  from: 'trusted_devices d',
  where: 'd.user_id = caller.user_id AND d.expiry > $2',
  key: { 'd.id': 'bigint' },
  fields: DEVICE.filters,
});

export const DEVICE_LOOKUP = {
  params: ['deviceId'],
  key: 'number',
  from: 'trusted_devices d',
  where: 'd.user_id = caller.user_id AND d.id = $3 AND d.expiry > $2',
  shown: DEVICE.columns(),
  rows: 'd',
} as const satisfies PathLookup;

export const EXPIRED_DEVICES = expiredRows('profile.devices', {
  table: 'trusted_devices',
  where: 'expiry <= $1',
  order: 'expiry',
});
