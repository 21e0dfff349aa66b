import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { DeviceRow } from './device.resource.js';
import { DEVICES } from './devices.sql.js';
import { TrustedDeviceEntity } from '../../access/logins/trusted-device.entity.js';

@Injectable()
export class DevicesRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<DeviceRow>> {
    return DEVICES.page(this.database, request, [key, now]);
  }

  /**
   * Also ends the login that the device remembers (by foreign key).
   * @returns false when there is no live device.
   */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<boolean> {
    const devices = tx.repository(TrustedDeviceEntity);
    return (await devices.delete({ userId, id, expiry: MoreThan(now) })).affected === 1;
  }
}
