import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { query } from '../../database/statement.js';
import type { StoreOwner } from './store-marker.rules.js';

const OWNER = query<StoreOwner>(
  'image.store.owner',
  'SELECT database_id AS "databaseId", generation FROM image_store_owner',
);

// A lease's key is known too: its object may be unfinished.
const KNOWN_KEYS = query<{ key: string }>(
  'image.store.knownKeys',
  `SELECT store_key AS key FROM images WHERE store_key = ANY ($1)
   UNION ALL SELECT claim_key FROM images WHERE claim_key = ANY ($1)`,
);

@Injectable()
export class StoreOwnerRepository {
  constructor(private readonly database: Database) {}

  /** The identity of this database. */
  async self(): Promise<StoreOwner> {
    return (await this.database.row(OWNER))!;
  }

  /** Of these keys of the store, those of an image or of a lease. */
  async knownKeys(keys: readonly string[]): Promise<Set<string>> {
    const known = await this.database.rows(KNOWN_KEYS, [keys]);
    return new Set(known.map(({ key }) => key));
  }
}
