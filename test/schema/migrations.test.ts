import pg from 'pg';
import { migrationClasses, migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { hasPendingMigrations, migrate, migrateDown } from '../../src/database/migrations/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { definitions } from './definitions.js';

const NEWEST_FIRST = migrationClasses(migrationsFolder)
  .map((migration) => new migration().name)
  .reverse();

describe('migrations', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it.each(NEWEST_FIRST.map((name, index) => [name, index + 1]))(
    'that are undone down to %s lead to the same schema again',
    async (_name, steps) => {
      const schema = await definitions(client);
      await migrateDown(database.url, steps);
      expect(await hasPendingMigrations(database.url)).toBe(true);
      await migrate(database.url);
      expect(await definitions(client)).toEqual(schema);
      expect(await hasPendingMigrations(database.url)).toBe(false);
    },
  );

  it('[D-300] leave functions that wait at most 300 ms for a lock, less than until a read looks for a deadlock', async () => {
    const { rows } = await client.query<{ setting: string }>(
      `SELECT DISTINCT setting FROM pg_proc, unnest(proconfig) setting WHERE setting LIKE 'lock_timeout=%'`,
    );
    expect(rows).toEqual([{ setting: 'lock_timeout=300ms' }]);
  });

  it('can all be undone', async () => {
    await migrateDown(database.url, NEWEST_FIRST.length);
    expect(
      (await definitions(client)).filter((definition) => !definition.includes('schema_migrations')),
    ).toEqual([]);
  });
});
