import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { compiledSources, runProgram } from '../support/processes.js';

const SOURCE = join(compiledSources, 'database/migrations/data-source.js');
const MIGRATIONS = readdirSync(migrationsFolder).filter((name) => name.endsWith('.up.sql')).length;
/**
 * Tables without a primary key, which TypeORM can't describe. With a primary key, it also makes the indexes again that have the key's
 * column and others.
 */
const WITHOUT_PRIMARY_KEY = /^(ALTER TABLE "(grants|vpc_addresses)"|(DROP|CREATE) INDEX .*"grants_user_id_)/;

describe("TypeORM's command line takes the data source of the migrations", () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  it('migration:show marks what has run', async () => {
    database = await createTestDatabase();
    const { code, stdout } = await typeorm('migration:show');
    expect([code, marked(stdout, '[X]'), marked(stdout, '[ ]')]).toEqual([0, MIGRATIONS, 0]);
  });

  it('migration:run brings an empty database to the newest version', async () => {
    database = await createEmptyDatabase();
    expect(marked((await typeorm('migration:show')).stdout, '[ ]')).toBe(MIGRATIONS);
    expect((await typeorm('migration:run')).code).toBe(0);
    expect(marked((await typeorm('migration:show')).stdout, '[X]')).toBe(MIGRATIONS);
  });

  it('schema:log finds no difference between the entities and the migrated schema, but for two primary keys', async () => {
    database = await createTestDatabase();
    const { code, stdout } = await typeorm('schema:log');
    // The migrations alone have comments.
    const lines = stdout.split('\n').filter((line) => !line.startsWith('COMMENT ON TABLE'));
    const statements = lines.filter((line) => line.endsWith(';'));
    expect(code).toBe(0);
    expect(statements.filter((line) => line.includes('PRIMARY KEY'))).toHaveLength(2);
    expect(statements.filter((line) => !WITHOUT_PRIMARY_KEY.test(line))).toEqual([]);
  });

  function typeorm(command: string) {
    return runProgram('typeorm', [command, '-d', SOURCE], { DATABASE_URL: database.url, NO_COLOR: '1' });
  }
});

function marked(shown: string, mark: string): number {
  return shown.split('\n').filter((line) => line.includes(mark)).length;
}
