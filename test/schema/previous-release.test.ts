/**
 * While a rolling update runs, the previous release works on the new schema. Its program is not here to be run, but all
 * that it ever says to the database is known: its statements. So each release leaves them in a file, with the newest
 * migration that it had (`node test/schema/record-release.mjs`). PostgreSQL then says of each
 * whether it still has a meaning on the newest schema: whatever was dropped or renamed too early fails here. What it
 * can't say is whether an INSERT that leaves a new column out, or a value that used to be good, would be refused: for that
 * the schema of the release is compared with the newest.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { contractions, schemaFacts, type SchemaFacts } from './schema-facts.js';

const FILE = join(packageRoot, 'test/schema/previous-release.golden.json');

interface Release {
  /** The number of its newest migration. */
  readonly migration: string;
  readonly statements: Readonly<Record<string, string>>;
}

const MIGRATIONS = readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql'));

const previous = JSON.parse(readFileSync(FILE, 'utf8')) as Release;

describe('the previous release on the newest schema', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = await connected(database);
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('sends only statements that the schema understands', async () => {
    const refused: string[] = [];
    for (const [name, text] of Object.entries(previous.statements)) {
      // PREPARE does not take LOCK, so run it.
      const attempt = text.startsWith('LOCK ') ? `BEGIN; ${text}; ROLLBACK` : `PREPARE "${name}" AS ${text}`;
      await client.query(attempt).catch((error: Error) => {
        refused.push(`${name}: ${error.message}`);
      });
    }
    expect(refused).toEqual([]);
    expect(Object.keys(previous.statements).length).toBeGreaterThan(100);
  });

  it('writes rows that satisfy the newest schema', async () => {
    const old = await createEmptyDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of MIGRATIONS.filter((name) => name.slice(0, 4) <= previous.migration)) {
      symlinkSync(join(migrationsFolder, file), join(folder, file));
    }
    await migrate(old.url, { folder });
    expect(contractions(await factsOf(old), await schemaFacts(client))).toEqual([]);
    rmSync(folder, { recursive: true });
    await old.drop();
  });

  it.each([
    ['ALTER TABLE vpcs ADD note text NOT NULL', ['vpcs.note must be given']],
    ['ALTER TABLE vpcs ADD note text, ALTER note SET NOT NULL', ['vpcs.note must be given']],
    ['ALTER TABLE accounts ALTER company SET NOT NULL', ['accounts.company must be given']],
    ['ALTER TABLE accounts ALTER vpc_count SET NOT NULL', ['accounts.vpc_count must not be null']],
    ['ALTER TABLE vpcs ALTER label TYPE varchar(64)', ['vpcs.label was text, is character varying(64)']],
    [
      "ALTER TABLE vpcs ADD CONSTRAINT vpcs_new_check CHECK (label <> 'x')",
      ['vpcs.vpcs_new_check is a new rule'],
    ],
    ['CREATE UNIQUE INDEX vpcs_new_idx ON vpcs (label)', ['vpcs.vpcs_new_idx is a new rule']],
    ['CREATE UNIQUE INDEX vpcs_new_idx ON vpcs (label, id)', []],
    [
      `ALTER TABLE vpcs ADD note text NOT NULL; CREATE TRIGGER fill_note BEFORE INSERT ON vpcs FOR EACH ROW
         WHEN (NEW.note IS NULL) EXECUTE FUNCTION count_logins()`,
      [],
    ],
    ['ALTER TABLE vpcs ADD note text', []],
    ["ALTER TABLE vpcs ADD note text NOT NULL DEFAULT ''", []],
    ['CREATE TABLE notes (text text NOT NULL UNIQUE)', []],
    ['CREATE INDEX vpcs_new_idx ON vpcs (label)', []],
  ])('would be asked for too much, or not, by: %s', async (migration, expected) => {
    await client.query('ALTER TABLE accounts ALTER company DROP NOT NULL, ALTER vpc_count DROP NOT NULL');
    const before = await schemaFacts(client);
    await client.query(migration);
    expect(contractions(before, await schemaFacts(client))).toEqual(expected);
  });

  async function factsOf(of: TestDatabase): Promise<SchemaFacts> {
    const other = await connected(of);
    return schemaFacts(other).finally(() => other.end());
  }
});

async function connected({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}
