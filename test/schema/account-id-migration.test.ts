import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, migrateDown } from '../../src/database/migrations/migrate.js';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { FILL, LATER } from './account-id-rows.js';

/** The tables whose column a trigger fills. */
const TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
  WHERE tgname = 'fill_account_id' AND NOT relispartition ORDER BY 1`;
/** Labels, names and the like of the rows below are the letter of their account. */
const NAMES = 'SELECT json_object_agg(lower(company), id) AS accounts FROM accounts';

const COLUMNS = `SELECT c.oid::regclass::text AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attname <> 'account_id'
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'pdns'::regnamespace)
    AND relname <> 'schema_migrations' GROUP BY c.oid ORDER BY 1`;

describe('the migrations that give tables account_id', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let folder: string;
  let tables: { name: string; columns: string }[];

  beforeEach(async () => {
    database = await createEmptyDatabase();
    client = new pg.Client(database.url);
    await client.connect();
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of readdirSync(migrationsFolder).filter((name) => name < '0075' && name.endsWith('.sql')))
      symlinkSync(join(migrationsFolder, file), join(folder, file));
    await migrate(database.url, { folder });
    await client.query(FILL);
    tables = (await client.query<(typeof tables)[number]>(COLUMNS)).rows;
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await client.end();
    await database.drop();
  });

  it('fill the column in rows that are there, in all portions, and in those that the release before inserts', async () => {
    const before = await rowsOfAll();
    const names = await migrate(database.url);
    const placed = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
    expect(await misplaced(placed)).toEqual([]);
    expect(await rowsOfAll()).toEqual(before);
    await client.query(LATER);
    expect(await misplaced(placed)).toEqual([]);
    const later = await rowsOfAll();
    await migrateDown(database.url, names.length);
    expect(await rowsOfAll()).toEqual(later);
  }, 120_000);

  it('refuse what names the things of two accounts', async () => {
    await migrate(database.url);
    const crossed = {
      grants_vpc_id_fkey: `INSERT INTO grants (user_id, vpc_id, permissions)
        SELECT u.id, v.id, 'read_only' FROM users u, vpcs v WHERE u.username = 'of-a' AND v.label = 'of-b'`,
      token_restrictions_domain_id_fkey: `INSERT INTO token_restrictions (token_id, domain_id)
        SELECT t.id, d.id FROM tokens t, domains d WHERE t.label = 'of-a' AND d.domain = 'of-b.example'`,
      instance_interfaces_subnet_id_fkey: `UPDATE instance_interfaces SET subnet_id = s.id
        FROM vpc_subnets s WHERE s.label = 'of-b' AND instance_id = 101`,
    };
    for (const [constraint, statement] of Object.entries(crossed))
      await expect(client.query(statement)).rejects.toMatchObject({ code: '23503', constraint });
  }, 120_000);

  it('go on where a reader held them up', async () => {
    const reader = new pg.Client(database.url);
    await reader.connect();
    reader.on('error', () => undefined);
    await reader.query('BEGIN; SELECT FROM vpc_addresses');
    const refused: string[] = [];
    const names = await migrate(database.url, {
      onRetry: ({ message }) => {
        refused.push(message);
        void reader.end();
      },
    });
    expect(refused).toEqual([expect.stringMatching(/0076-vpc-account-ids.*lock timeout/)]);
    expect(names.length).toBeGreaterThan(1);
    const tables = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
    expect(await misplaced(tables)).toEqual([]);
  }, 120_000);

  /** The tables without rows of some account, or with a row that names another account than its texts do. */
  async function misplaced(tables: readonly string[]): Promise<string[]> {
    const { accounts } = (await client.query<{ accounts: Record<string, number> }>(NAMES)).rows[0]!;
    const wrong: string[] = [];
    for (const table of tables) {
      const { rows } = await client.query<{ account: string; row: string }>(
        `SELECT DISTINCT account_id AS account, row FROM ${table} t, LATERAL (SELECT substring(t::text FROM 'of-([a-d])') AS row) x`,
      );
      const right = rows.every(({ account, row }) => row === null || String(accounts[row]) === account);
      const known = new Set(rows.map(({ account }) => account)).size === Object.keys(accounts).length;
      if (!right || !known) wrong.push(`${table}: ${JSON.stringify(rows)}`);
    }
    return wrong;
  }

  /** Without the column. */
  /** The columns from before these migrations: later ones add some, and tables. */
  async function rowsOfAll(): Promise<Record<string, string[]>> {
    const all: Record<string, string[]> = {};
    for (const { name, columns } of tables) {
      const found = await client.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM (SELECT ${columns} FROM ${name}) t ORDER BY 1`,
      );
      // Later migrations make further tables, which are empty.
      if (found.rows.length > 0) all[name] = found.rows.map(({ row }) => row);
    }
    return all;
  }
});
