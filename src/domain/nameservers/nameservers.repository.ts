import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { NameserverEntity } from './nameserver.entity.js';
import { LOCK_NAMESERVERS, RAISE_NEXT_SERIAL, RAISE_SERIALS, SET_FORM } from './nameservers.sql.js';

/**
 * The nameservers' names in the SOA and NS records that PowerDNS serves, and the form of all zones.
 */
@Injectable()
export class NameserversRepository {
  constructor(private readonly database: Database) {}

  /** Locks the table, so that replicas that start at the same time follow each other. */
  async lock(tx: Tx): Promise<void> {
    await tx.run(LOCK_NAMESERVERS);
  }

  async names(tx: Tx): Promise<string[]> {
    const stored = await tx.repository(NameserverEntity).find({ order: { position: 'ASC' } });
    return stored.map(({ name }) => name);
  }

  async replace(tx: Tx, names: readonly string[]): Promise<void> {
    const nameservers = tx.repository(NameserverEntity);
    await nameservers.createQueryBuilder().delete().execute();
    await nameservers.insert(names.map((name, index) => ({ position: index + 1, name })));
  }

  /** Stores the form. When it has changed, `raiseSerials` raises the serials of all zones. */
  async setForm(tx: Tx, form: string): Promise<void> {
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
