import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { RAISE_SERIALS, SET_FORM } from './zone-form.sql.js';

/** The stored form of all zones, and how far their serials were raised for it. */
@Injectable()
export class ZoneFormRepository {
  constructor(private readonly database: Database) {}

  /** Stores the form. When it has changed, `raiseSerials` raises the serials of all zones. */
  async set(tx: Tx, form: string): Promise<void> {
    await tx.run(SET_FORM, [form]);
  }

  /** Raises serials from where another process ended. @returns how many it raised */
  async raiseSerials(yearSerial: number): Promise<number> {
    let count = 0;
    for (;;) {
      const batch = await this.database.transaction((tx) => tx.row(RAISE_SERIALS, [yearSerial]));
      count += batch?.raised ?? 0;
      if (!batch || batch.raisedTo === null) return count;
    }
  }
}
