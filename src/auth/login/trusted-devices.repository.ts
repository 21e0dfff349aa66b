import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { TrustedDeviceEntity } from '../../access/logins/trusted-device.entity.js';
import type { Reader, Tx } from '../../database/reader.js';
import { sha256 } from '../../shared/secrets/sha256.js';

/** The devices on which users skip the two-factor code (spec: Trusted device). */
@Injectable()
export class TrustedDevicesRepository {
  /** @returns null when the user has no such live device */
  find(reader: Reader, token: string, userId: number, now: Date): Promise<TrustedDeviceEntity | null> {
    const where = { tokenHash: sha256(token), userId, expiry: MoreThan(now) };
    return reader.repository(TrustedDeviceEntity).findOneBy(where);
  }

  /**
   * Records that the user authenticated with the device.
   * @returns whether the device still exists
   */
  async use(tx: Tx, { id, userId }: TrustedDeviceEntity, address: string, now: Date): Promise<boolean> {
    const used = { lastAuthenticated: now, lastRemoteAddr: address };
    const { affected } = await tx.repository(TrustedDeviceEntity).update({ id, userId }, used);
    return affected === 1;
  }

  async extend(tx: Tx, { id, userId }: TrustedDeviceEntity, expiry: Date): Promise<void> {
    await tx.repository(TrustedDeviceEntity).update({ id, userId }, { expiry });
  }

  async insert(
    tx: Tx,
    token: string,
    device: Omit<TrustedDeviceEntity, 'id' | 'tokenHash' | 'lastAuthenticated'>,
  ): Promise<TrustedDeviceEntity> {
    const devices = tx.repository(TrustedDeviceEntity);
    const made = devices.create({ ...device, tokenHash: sha256(token), lastAuthenticated: device.created });
    await devices.insert(made);
    return made;
  }
}
