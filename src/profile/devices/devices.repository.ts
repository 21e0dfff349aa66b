import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { DELETE, DEVICES, FIND, TIDY, type DeviceRow } from './devices.sql.js';

@Injectable()
export class DevicesRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<DeviceRow>> {
    return DEVICES.page(this.database, request, [key, now]);
  }

  find(key: CallerKey, id: number, now: Date): Promise<DeviceRow | undefined> {
    return this.database.row(FIND, [key, now, id]);
  }

  /** Also ends the login that the device remembers (by foreign key). @returns false when there is no live device. */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<boolean> {
    return (await tx.run(DELETE, [userId, now, id])) > 0;
  }

  /** Deletes at most `limit` expired devices, which are no longer trusted. @returns how many. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}
