import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { STORE_RESULTS, TAKE, type Notification } from './notifications.sql.js';

/**
 * The changed zones whose customers' secondaries (`axfr_ips`) need a NOTIFY. A trigger on domains
 * writes them (migration 0009).
 */
@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database) {}

  take(limit: number): Promise<Notification[]> {
    return this.database.transaction((tx) => tx.rows(TAKE, [limit]));
  }

  /** @param taken with the addresses that still need a NOTIFY */
  async storeResults(taken: readonly Notification[]): Promise<void> {
    const columns = [
      taken.map(({ domainId }) => domainId),
      taken.map(({ serial }) => serial),
      taken.map(({ addresses }) => addresses.join()),
    ];
    await this.database.transaction((tx) => tx.run(STORE_RESULTS, columns));
  }
}
