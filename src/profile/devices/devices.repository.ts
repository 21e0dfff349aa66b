import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { TrustedDeviceEntity } from '../../access/logins/trusted-device.entity.js';

@Injectable()
export class DevicesRepository {
  /**
   * Also ends the login that the device remembers (by foreign key).
   * @returns false when there is no live device.
   */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<boolean> {
    const devices = tx.repository(TrustedDeviceEntity);
    return (await devices.delete({ userId, id, expiry: MoreThan(now) })).affected === 1;
  }
}
