import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';

/** A live trusted device (spec: Trusted device). */
export interface DeviceRow {
  readonly id: number;
  readonly expiry: string;
}

export interface NewDevice {
  readonly token: string;
  readonly userId: number;
  readonly userAgent: string;
  readonly address: string;
  readonly created: Date;
  readonly expiry: Date;
}

@Injectable()
export class TrustedDevicesRepository {
  /** Records that the user authenticated with the device. @returns undefined when the user has no such live device */
  use(tx: Tx, token: string, userId: number, address: string, now: Date): Promise<DeviceRow | undefined> {
    return tx.row(USE, [sha256(token), userId, now, address]);
  }

  async insert(
    tx: Tx,
    { token, userId, userAgent, address, created, expiry }: NewDevice,
  ): Promise<DeviceRow> {
    const row = await tx.row(INSERT, [sha256(token), userId, userAgent, address, created, expiry]);
    return row!;
  }
}

const USE = command<DeviceRow>(
  'signin.devices.use',
  `UPDATE trusted_devices SET last_authenticated = $3, last_remote_addr = $4
    WHERE token_hash = $1 AND user_id = $2 AND expiry > $3 RETURNING id, expiry`,
);

const INSERT = command<DeviceRow>(
  'signin.devices.insert',
  `INSERT INTO trusted_devices
     (token_hash, user_id, user_agent, last_remote_addr, created, last_authenticated, expiry)
   VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING id, expiry`,
);
