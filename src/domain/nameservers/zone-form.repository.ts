import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { RAISE_NEXT_SERIAL, RAISE_SERIALS, SET_FORM } from './zone-form.sql.js';

/** The stored form of all zones, and how far their serials were raised for it. */
@Injectable()
export class ZoneFormRepository {
  constructor(private readonly database: Database) {}

  /** Stores the form. When it has changed, `raiseSerials` raises the serials of all zones. */
  async set(tx: Tx, form: string): Promise<void> {
    await tx.run(SET_FORM, [form]);
  }

  /**
   * Raises serials from where another process ended. While it waits for the lock of a domain, it
   * holds no other domain's (D-284).
   * @returns how many it raised
   */
  async raiseSerials(yearSerial: number): Promise<number> {
    let count = 0;
    for (let statement = RAISE_SERIALS; ;) {
      const batch = await this.database.transaction((tx) => tx.row(statement, [yearSerial]));
      if (!batch || batch.raisedTo === null) return count;
      count += batch.raised;
      statement = batch.raised === 0 ? RAISE_NEXT_SERIAL : RAISE_SERIALS;
    }
  }
}
