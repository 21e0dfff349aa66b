import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { unpackRelease, type Release } from '../support/release.js';
import { definitions } from './definitions.js';

const LEFT = readFileSync(join(packageRoot, 'test/schema/left-by-1.0.0.sql'), 'utf8');
const LISTED = 'SELECT name FROM schema_migrations ORDER BY id';

describe('a database of release 1.1.0 that release 1.0.0 made', () => {
  let release: Release;
  let old: TestDatabase;
  let client: pg.Client;

  beforeAll(() => (release = unpackRelease('1.1.0')));
  afterAll(() => release.remove());
  beforeEach(async () => {
    old = await createEmptyDatabase();
    await migrate(old.url, { folder: release.migrations });
    client = new pg.Client(old.url);
    await client.connect();
    await client.query(LEFT);
  });
  afterEach(async () => {
    await client.end();
    await old.drop();
  });

  it('gets the schema and the list of migrations of a new one', async () => {
    const fresh = await createTestDatabase();
    const other = new pg.Client(fresh.url);
    await other.connect();
    await migrate(old.url);
    expect(await definitions(client)).toEqual(await definitions(other));
    expect((await client.query(LISTED)).rows).toEqual((await other.query(LISTED)).rows);
    await other.end();
    await fresh.drop();
  });

  it('[D-223] keeps no dropped trigger because a later table is held', async () => {
    const reader = new pg.Client(old.url);
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM vpc_subnets LIMIT 0');
    const left: string[][] = [];
    await migrate(old.url, {
      onRetry: () =>
        void tablesWithTriggers()
          .then((tables) => left.push(tables))
          .then(() => reader.end()),
    });
    expect(left[0]).toEqual(['vpc_subnets']);
    expect(await tablesWithTriggers()).toEqual([]);
  });

  it('[D-298] is refused in a sentence while release 1.1.0 has not migrated it', async () => {
    await client.query(`DELETE FROM schema_migrations WHERE id >= 80`);
    const before = await definitions(client);
    await expect(migrate(old.url)).rejects.toThrow(
      'The database is older than release 1.1.0: start release 1.1.0 on it first.',
    );
    expect(await definitions(client)).toEqual(before);
  });

  async function tablesWithTriggers(): Promise<string[]> {
    const { rows } = await client.query<{ table: string }>(
      `SELECT tgrelid::regclass::text AS table FROM pg_trigger WHERE tgname = 'fill_account_id' ORDER BY 1`,
    );
    return rows.map(({ table }) => table);
  }
});
