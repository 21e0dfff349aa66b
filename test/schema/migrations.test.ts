import pg from 'pg';
import { migrationClasses, migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { hasPendingMigrations, migrate, migrateDown } from '../../src/database/migrations/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

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
      const schema = await definitions();
      await migrateDown(database.url, steps);
      expect(await hasPendingMigrations(database.url)).toBe(true);
      await migrate(database.url);
      expect(await definitions()).toEqual(schema);
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
    expect((await definitions()).filter((definition) => !definition.includes('schema_migrations'))).toEqual(
      [],
    );
  });

  /** Every column, constraint, index, trigger, function, view and extension that is not PostgreSQL's own. */
  async function definitions(): Promise<string[]> {
    const { rows } = await client.query<{ definition: string }>(`
      WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')
      SELECT concat_ws(' ', table_schema, table_name, column_name, udt_name, character_maximum_length, is_nullable,
          column_default, is_identity, generation_expression) AS definition
        FROM information_schema.columns WHERE table_schema::regnamespace IN (SELECT oid FROM ours)
      UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace IN (SELECT oid FROM ours)
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname::regnamespace IN (SELECT oid FROM ours)
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT pg_get_viewdef(oid) FROM pg_class WHERE relkind = 'v' AND relnamespace IN (SELECT oid FROM ours)
      UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc f WHERE prokind = 'f' AND pronamespace IN (SELECT oid FROM ours)
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = f.oid AND deptype = 'e')
      UNION ALL SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'
      ORDER BY 1`);
    return rows.map(({ definition }) => definition);
  }
});
