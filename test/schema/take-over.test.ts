import pg from 'pg';
import { migrate, migrationStatus } from '../../src/database/migrations/migrate.js';
import { migrationClasses } from '../../src/database/migrations/migration-files.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { unpackRelease, type Release } from '../support/release.js';
import { definitions } from './definitions.js';

/** What release 1.0.0 needs while it runs beside this one. The release after this one drops it. */
const NEEDED_BY_1_0_0 = /\bfill_account_id\b|\baccount_of_\w+\(|authorize_app|delete_(client_)?tokens/;

/** Indexes and keys of partitions have other names when the table was partitioned later. */
const OF_PARTITION = /\b(events|logins)_(first|default)\b/;

describe('a database of release 1.0.0', () => {
  let release: Release;
  let old: TestDatabase;
  let client: pg.Client;

  beforeAll(() => (release = unpackRelease()));
  afterAll(() => release.remove());
  beforeEach(async () => {
    old = await createEmptyDatabase();
    await migrate(old.url, { folder: release.migrations });
    client = new pg.Client(old.url);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await old.drop();
  });

  it('is taken over to the schema of a new one', async () => {
    const fresh = await createTestDatabase();
    const other = new pg.Client(fresh.url);
    await other.connect();
    await migrate(old.url);
    const taken = await definitions(client);
    const isSame = (definition: string) =>
      !NEEDED_BY_1_0_0.test(definition) && !OF_PARTITION.test(definition);
    expect(taken.filter(isSame)).toEqual((await definitions(other)).filter(isSame));
    expect(taken.some((definition) => NEEDED_BY_1_0_0.test(definition))).toBe(true);
    await other.end();
    await fresh.drop();
  });

  it('is taken over once, and stays ready for replicas of release 1.0.0', async () => {
    await migrate(old.url);
    expect(await migrate(old.url)).toEqual([]);
    expect((await migrationStatus(old.url)).pending).toEqual([]);
    const names = migrationClasses(release.migrations).map((one) => new one().name);
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM schema_migrations WHERE name = ANY ($1)',
      [names],
    );
    expect(rows).toHaveLength(names.length);
  });

  it('keeps its rows', async () => {
    await client.query(`
      WITH account AS (INSERT INTO accounts (company, email, active_since) VALUES ('Old', 'old@example.org', now()) RETURNING id)
      INSERT INTO users (account_id, username, email, restricted, created)
        SELECT id, 'old-user', 'old@example.org', false, now() FROM account`);
    await client.query(
      `INSERT INTO ssh_keys (user_id, label, ssh_key, created) SELECT id, 'key', 'k', now() FROM users`,
    );
    await migrate(old.url);
    const { rows } = await client.query(
      'SELECT username, label, k.account_id = u.account_id AS same FROM users u JOIN ssh_keys k ON k.user_id = u.id',
    );
    expect(rows).toEqual([{ username: 'old-user', label: 'key', same: true }]);
  });

  it('refuses one of an earlier release in a sentence', async () => {
    await client.query(`DELETE FROM schema_migrations WHERE name = 'record-fits-0000000000180'`);
    await expect(migrate(old.url)).rejects.toThrow(
      'The database is older than release 1.0.0: start release 1.0.0 on it first.',
    );
  });
});
