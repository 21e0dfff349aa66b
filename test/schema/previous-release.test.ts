/**
 * While a rolling update runs, the previous release works on the new schema. PostgreSQL says of each of its statements whether it
 * still has a meaning there: whatever was dropped or renamed too early fails here. What PostgreSQL can't say is whether an INSERT
 * that leaves a new column out, or a value that used to be valid, would be refused: for that the schema of the release is
 * compared with the newest. `test/faults` runs the release itself beside this one.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { unpackRelease, type Release } from '../support/release.js';
import { contractions, schemaFacts } from './schema-facts.js';

describe('the previous release on the newest schema', () => {
  let release: Release;
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(() => (release = unpackRelease()));
  afterAll(() => release.remove());
  beforeEach(async () => {
    database = await createEmptyDatabase();
    await migrate(database.url, { folder: release.migrations });
    client = await connected(database);
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('sends only statements that the schema understands', async () => {
    await migrate(database.url);
    const script = join(packageRoot, 'test/schema/statements-of-release.mjs');
    const statements = JSON.parse(
      execFileSync('node', [script, release.folder], { encoding: 'utf8' }),
    ) as object;
    const refused: string[] = [];
    for (const [name, text] of Object.entries(statements) as [string, string][]) {
      // PREPARE does not take LOCK, so run it.
      const attempt = text.startsWith('LOCK ') ? `BEGIN; ${text}; ROLLBACK` : `PREPARE "${name}" AS ${text}`;
      await client.query(attempt).catch((error: Error) => {
        refused.push(`${name}: ${error.message}`);
      });
    }
    expect(refused).toEqual([]);
    expect(Object.keys(statements).length).toBeGreaterThan(150);
  });

  it('writes rows that satisfy the newest schema', async () => {
    const before = await schemaFacts(client);
    await migrate(database.url);
    expect(contractions(before, await schemaFacts(client))).toEqual([]);
  });
});

describe('a migration', () => {
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
});

async function connected({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}
