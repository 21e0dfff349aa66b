import pg from 'pg';
import { migrationClasses, migrationsFolder } from '../../src/shared/database/migration-files.js';
import { hasPendingMigrations, migrate, migrateDown } from '../../src/shared/database/migrate.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';

const SCHEMA = `
  SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
  WHERE table_schema = 'public' ORDER BY 1, 2`;

describe('migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => (database = await createEmptyDatabase()));
  afterEach(() => database.drop());

  it('go up, down to nothing, and up to the same schema again', async () => {
    await migrate(database.url);
    const schema = await rows(SCHEMA);
    expect(await hasPendingMigrations(database.url)).toBe(false);

    await migrateDown(database.url, migrationClasses(migrationsFolder).length);
    expect(await rows(`${SCHEMA.replace('ORDER', "AND table_name <> 'schema_migrations' ORDER")}`)).toEqual(
      [],
    );

    await migrate(database.url);
    expect(await rows(SCHEMA)).toEqual(schema);
  });

  async function rows(sql: string): Promise<unknown[]> {
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
});
