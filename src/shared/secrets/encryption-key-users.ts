import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader } from '../../database/reader.js';
import { StartError } from '../errors/start-error.js';
import { Encryption } from './encryption.js';
import { FIND_OTHER_KEY, FORGET_PROCESS, REPORT_PROCESS } from './encryption-keys.sql.js';

/**
 * The interval in which a process reports that it is running. Without a report for
 * `DEAD_AFTER_SECONDS` it counts as dead.
 */
export const SIGN_OF_LIFE_SECONDS = 10;
const DEAD_AFTER_SECONDS = 60;

/** Tracks the running processes and the key that each encrypts with (D-221). */
@Injectable()
export class EncryptionKeyUsers implements OnModuleInit, BeforeApplicationShutdown {
  private readonly process = randomUUID();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Encryption) private readonly encryption: Encryption,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.giveSign();
  }

  async beforeApplicationShutdown(): Promise<void> {
    // With the database down, the row stays and soon expires.
    await this.database.transaction((tx) => tx.run(FORGET_PROCESS, [this.process])).catch(() => undefined);
  }

  /** Reports that this process is running. */
  giveSign(): Promise<number> {
    return this.database.transaction((tx) => tx.run(REPORT_PROCESS, [this.process, this.encryption.keyId]));
  }
}

/** @throws StartError if a process encrypts with another key than this. */
export async function requireSameKey(reader: Pick<Reader, 'row'>, keyId: string): Promise<void> {
  const other = await reader.row(FIND_OTHER_KEY, [keyId, DEAD_AFTER_SECONDS]);
  if (!other) return;
  throw new StartError(
    `A replica, seen ${Math.round(other.age)} s ago, encrypts with the key ${other.key_id}: start all replicas ` +
      `with the key ${keyId} first in ENCRYPTION_KEY, then run rotate-key again.`,
  );
}
