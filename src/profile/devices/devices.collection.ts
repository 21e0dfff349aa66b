import { CALLER } from '../../auth/caller.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/** A trusted device as stored. */
export interface DeviceRow {
  readonly id: number;
  readonly created: string;
  readonly expiry: string;
  readonly last_authenticated: string;
  readonly last_remote_addr: string;
  readonly user_agent: string;
}

export const DEVICE_COLUMNS =
  'd.id, d.created, d.expiry, d.last_authenticated, d.last_remote_addr, d.user_agent';

/** The caller's live devices (D-87); `$1` is the caller's key, `$2` the present. */
export const DEVICES = new Collection<DeviceRow>({
  name: 'profile.devices.list',
  with: CALLER,
  select: DEVICE_COLUMNS,
  of: 'caller',
  from: 'trusted_devices d',
  where: 'd.user_id = caller.user_id AND d.expiry > $2',
  order: 'd.id',
  fields: {
    id: numberField('d.id'),
    created: timeField('d.created'),
    expiry: timeField('d.expiry'),
    last_authenticated: timeField('d.last_authenticated'),
    last_remote_addr: stringField('d.last_remote_addr'),
    user_agent: stringField('d.user_agent'),
  },
});
