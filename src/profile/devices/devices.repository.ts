import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { DEVICE_COLUMNS, DEVICES, type DeviceRow } from './devices.collection.js';

@Injectable()
export class DevicesRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<DeviceRow>> {
    return DEVICES.page(this.database, request, [key, now]);
  }

  find(key: CallerKey, id: number, now: Date): Promise<DeviceRow | undefined> {
    return this.database.row(FIND, [key, now, id]);
  }

  /** The login that the device remembers goes with it. @returns whether it was there and live. */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<boolean> {
    return (await tx.run(DELETE, [userId, now, id])) > 0;
  }

  /** Removes expired devices; they are refused by time already. @returns how many, at most `limit`. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}

const FIND = query<DeviceRow>(
  'profile.devices.find',
  `WITH ${CALLER}
   SELECT ${DEVICE_COLUMNS} FROM trusted_devices d, caller
    WHERE d.user_id = caller.user_id AND d.id = $3 AND d.expiry > $2`,
);

const DELETE = command(
  'profile.devices.delete',
  'DELETE FROM trusted_devices WHERE user_id = $1 AND id = $3 AND expiry > $2',
);

const TIDY = command(
  'profile.devices.tidy',
  `DELETE FROM trusted_devices WHERE id IN (
     SELECT id FROM trusted_devices WHERE expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
