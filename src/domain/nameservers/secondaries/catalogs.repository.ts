import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Tx } from '../../../database/reader.js';
import { command, query } from '../../../database/statement.js';
import type { TsigKey } from '../../../shared/config/settings-reader.js';
import { OwnershipRepository } from '../../ownership/ownership.repository.js';
import { chainOf, rangeBelow } from '../../ownership/ownership.rules.js';
import { below } from '../../ownership/ownership.sql.js';
import { CatalogEntity } from './catalog.entity.js';
import { TsigKeyEntity } from './tsig-key.entity.js';

/**
 * Each catalog lists a sixteenth of the domains: whenever its domains change, secondaries transfer it as a whole. With a million
 * domains that takes a fraction of a second instead of many seconds.
 */
const CATALOGS = 16;
/** Above every id that a domain will have, and within what PowerDNS takes as the id of a zone. */
const FIRST_ID = 2_147_480_000;
/** Domains are locked meanwhile, so they are few. */
const FILL_BATCH = 1000;

/** Statements, because TypeORM has no INSERT from a SELECT. */
const FILL = command<{ last: number | null; listed: number }>(
  'catalogs.fill',
  `WITH batch AS (
     SELECT id, account_id, domain, status FROM domains WHERE id > $1 ORDER BY id LIMIT $2 FOR SHARE),
   filled AS (
     INSERT INTO pdns.catalog_members (account_id, domain_id, catalog_id, fqdn, domain)
       SELECT b.account_id, b.id, c.id, replace(gen_random_uuid()::text, '-', '') || '.zones.' || c.name, b.domain
       FROM batch b JOIN pdns.catalogs c ON c.id = pdns.catalog_of(b.domain)
       WHERE b.status = 'active' AND NOT EXISTS (SELECT FROM pdns.catalog_members m WHERE m.domain_id = b.id)
       ON CONFLICT (domain_id) DO NOTHING RETURNING domain_id)
   SELECT max(id) AS last, (SELECT count(*) FROM filled) AS listed FROM batch`,
);

const CONFLICTING_DOMAIN = query<{ domain: string }>(
  'catalogs.inTheWay',
  `SELECT d.domain FROM domains d WHERE d.domain = ANY ($1::text[]) OR ${below('d.domain', 2)} ORDER BY d.domain LIMIT 1`,
);

const CLEAR = command('catalogs.clear', 'SELECT pdns.clear_catalogs()');

/** The catalog zones, and the key with which secondaries transfer everything. */
@Injectable()
export class CatalogsRepository {
  constructor(
    private readonly database: Database,
    private readonly ownership: OwnershipRepository,
  ) {}

  /** The names of the catalogs below a catalog zone. */
  namesIn(catalogZone: string | undefined): string[] {
    if (catalogZone === undefined) return [];
    return Array.from({ length: CATALOGS }, (_, position) => `${position.toString(16)}.${catalogZone}`);
  }

  async names(tx: Tx): Promise<string[]> {
    const stored = await tx.repository(CatalogEntity).find({ order: { position: 'ASC' } });
    return stored.map(({ name }) => name);
  }

  /**
   * Waits for those who take a name at, above or below the catalog zone, and keeps others from it until the transaction ends.
   * @returns the first domain that has such a name
   */
  async conflictingDomain(tx: Tx, catalogZone: string): Promise<string | undefined> {
    await this.ownership.lock(tx, catalogZone);
    const row = await tx.row(CONFLICTING_DOMAIN, [chainOf(catalogZone), ...rangeBelow(catalogZone)]);
    return row?.domain;
  }

  /** @param serial later than all that catalogs of these names may have had */
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

  /** Lists the active domains that no catalog lists: those from before there was one. @returns how many it listed */
  async fill(): Promise<number> {
    let listed = 0;
    for (let last: number | null = 0; last !== null;) {
      const after: number = last;
      const batch = await this.database.transaction((tx) => tx.row(FILL, [after, FILL_BATCH]));
      listed += batch?.listed ?? 0;
      last = batch?.last ?? null;
    }
    return listed;
  }
}
