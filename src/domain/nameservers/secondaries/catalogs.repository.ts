import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Tx } from '../../../database/reader.js';
import type { TsigKey } from '../../../shared/config/settings-reader.js';
import { OwnershipRepository } from '../../ownership/ownership.repository.js';
import { chainOf, rangeBelow } from '../../ownership/ownership.rules.js';
import { CatalogEntity } from './catalog.entity.js';
import { CLEAR, CONFLICTING_DOMAIN, FILL, FILL_NEXT } from './catalogs.sql.js';
import { TsigKeyEntity } from './tsig-key.entity.js';

/**
 * Each catalog lists a sixteenth of the domains. Secondaries transfer a catalog completely when one
 * of its domains changes: with 1,000,000 domains in a fraction of a second.
 */
const CATALOGS = 16;
/** Above all ids of domains, and within the range of PowerDNS's zone ids. */
const FIRST_ID = 2_147_480_000;

/** The catalog zones, and the TSIG key of the secondaries. */
@Injectable()
export class CatalogsRepository {
  constructor(
    private readonly database: Database,
    private readonly ownership: OwnershipRepository,
  ) {}

  /** Returns the names of the catalogs below a catalog zone. */
  namesIn(catalogZone: string | undefined): string[] {
    if (catalogZone === undefined) return [];
    return Array.from({ length: CATALOGS }, (_, position) => `${position.toString(16)}.${catalogZone}`);
  }

  async names(tx: Tx): Promise<string[]> {
    const stored = await tx.repository(CatalogEntity).find({ order: { position: 'ASC' } });
    return stored.map(({ name }) => name);
  }

  /**
   * Locks the names at, above and below the catalog zone until the transaction ends.
   * @returns the first domain with such a name
   */
  async conflictingDomain(tx: Tx, catalogZone: string): Promise<string | undefined> {
    await this.ownership.lock(tx, catalogZone);
    const row = await tx.row(CONFLICTING_DOMAIN, [chainOf(catalogZone), ...rangeBelow(catalogZone)]);
    return row?.domain;
  }

  /** @param serial later than any that catalogs of these names may have had */
  async replace(tx: Tx, names: readonly string[], serial: number): Promise<void> {
    await tx.run(CLEAR);
    const catalogs = tx.repository(CatalogEntity);
    await catalogs.createQueryBuilder().delete().execute();
    const rows = names.map((name, position) => ({ id: FIRST_ID + position, position, name, serial }));
    if (rows.length > 0) await catalogs.insert(rows);
  }

  async replaceKey(tx: Tx, key: TsigKey | undefined): Promise<void> {
    const keys = tx.repository(TsigKeyEntity);
    await keys.createQueryBuilder().delete().execute();
    if (key) await keys.insert({ ...key });
  }

  /**
   * Lists the active domains that no catalog lists yet. While it waits for the lock of a domain, it
   * holds no other domain's (D-284).
   * @returns how many it listed
   */
  async fill(): Promise<number> {
    let listed = 0;
    let statement = FILL;
    for (let last: number | null = 0; last !== null;) {
      const after: number = last;
      const batch = await this.database.transaction((tx) => tx.row(statement, [after]));
      listed += batch?.listed ?? 0;
      last = batch?.last ?? null;
      statement = last === after ? FILL_NEXT : FILL;
    }
    return listed;
  }
}
