import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { KNOWN_KEYS, OVERDUE, type OverdueImage } from './tidy.sql.js';

@Injectable()
export class TidyRepository {
  constructor(private readonly database: Database) {}

  /** Uploads without data after their window (D-130) and automatic images after their expiry (D-124), locked. */
  overdue(tx: Tx, now: Date, limit: number): Promise<OverdueImage[]> {
    return tx.rows(OVERDUE, [now, limit]);
  }

  /** Of these keys of the store, those of an image or of a lease. */
  async knownKeys(keys: readonly string[]): Promise<Set<string>> {
    const known = await this.database.rows(KNOWN_KEYS, [keys]);
    return new Set(known.map(({ key }) => key));
  }
}
