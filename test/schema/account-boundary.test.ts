import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { packageRoot } from '../../src/shared/package-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const text = readFileSync(join(packageRoot, 'docs/scale.md'), 'utf8');

/** The first three cells of the rows of a table, without code marks. */
function rowsOf(title: string): [string, string, string][] {
  const section = text.split(`### ${title}\n`)[1]!.split('\n### ')[0]!;
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const [, first = '', second = '', third = ''] = line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
    return [first, second, third];
  });
}

/** Of tables: the column that says whose a row is, or "all". */
const accountOf = new Map(rowsOf('Tables').map(([table, account]) => [table, account]));
/** Of tables: the foreign keys that hold a row's account. */
const heldBy = new Map(rowsOf('Tables').map(([table, , keys]) => [table, keys.match(/\w+_fkey/g) ?? []]));

/** Whatever is not here belongs to accounts, and so has `account_id`. */
const WHOLE_SERVICE = [
  'attempts',
  'encryption_key_users',
  'encryption_keys',
  'event_count_marks',
  'image_store_owner',
  'login_count_starts',
  'oauth_payloads',
  'partitioned_tables',
  'pdns.announcements',
  'pdns.catalogs',
  'pdns.changed_catalogs',
  'pdns.nameservers',
  'pdns.tsig_keys',
  'pdns.zone_form',
  'request_counts',
  'served_serials',
  'used_passkey_challenges',
];
const OF_ACCOUNTS = new Set([...accountOf.keys()].filter((table) => !WHOLE_SERVICE.includes(table)));

/** What a unique constraint of one account has: its id, or that of one of its users or domains. */
const WITHIN = new Set(['account_id', 'user_id', 'domain_id']);

const OURS = `relnamespace IN ('public'::regnamespace, 'pdns'::regnamespace) AND NOT relispartition
  AND relkind IN ('r', 'p') AND relname <> 'schema_migrations'`;

describe('docs/scale.md: what belongs to an account', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('says of every table whose its rows are', async () => {
    const tables = await select<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE ${OURS}`,
    );
    expect([...accountOf.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
    expect([...accountOf].filter(([, account]) => account === 'all').map(([table]) => table)).toEqual(
      WHOLE_SERVICE,
    );
  });

  it('is known of each row of every other table', async () => {
    const known = await select<{ name: string; required: boolean }>(
      `SELECT c.oid::regclass::text AS name, attnotnull AS required FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
       WHERE ${OURS} AND attname = 'account_id'`,
    );
    expect(known.map(({ name }) => name).sort()).toEqual(
      [...accountOf]
        .filter(([, account]) => account === 'account_id')
        .map(([table]) => table)
        .sort(),
    );
    expect(known.map(({ name }) => name).sort()).toEqual(
      [...OF_ACCOUNTS].filter((table) => table !== 'accounts').sort(),
    );
    // A public image belongs to nobody.
    expect(known.filter(({ required }) => !required).map(({ name }) => name)).toEqual(['images']);
  });

  it('names the foreign keys that hold the account of each row', async () => {
    const keys = await select<{ table: string; names: string[] }>(
      `SELECT conrelid::regclass::text AS table, array_agg(conname::text ORDER BY conname) AS names FROM pg_constraint
         JOIN pg_attribute ON attrelid = conrelid AND attname = 'account_id' AND attnum = ANY (conkey)
       WHERE contype = 'f' AND conparentid = 0 GROUP BY conrelid`,
    );
    const held = [...heldBy].filter(([, names]) => names.length > 0);
    expect(Object.fromEntries(keys.map(({ table, names }) => [table, names]))).toEqual(
      Object.fromEntries(held),
    );
  });

  it('lists every unique constraint that reaches across accounts', async () => {
    const unique = await select<{ table: string; name: string; columns: string[]; generated: boolean }>(
      `SELECT c.oid::regclass::text AS table, i.indexrelid::regclass::text AS name,
         array(SELECT attname::text FROM pg_attribute WHERE attrelid = i.indexrelid) AS columns,
         indisprimary AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = indkey[0]
           AND a.attidentity <> '') AS generated
       FROM pg_index i JOIN pg_class c ON c.oid = indrelid WHERE indisunique AND ${OURS}`,
    );
    const across = unique.filter(
      ({ table, columns: keys, generated }) =>
        OF_ACCOUNTS.has(table) && !generated && !keys.some((key) => WITHIN.has(key)),
    );
    expect(across.map(({ name }) => name).sort()).toEqual(
      rowsOf('Constraints of the whole service')
        .map(([name]) => name)
        .sort(),
    );
  });

  it('lists every foreign key between things of accounts that does not say whose they are', async () => {
    const keys = await select<{ table: string; target: string; name: string; columns: string[] }>(
      `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target, conname AS name,
         array(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0`,
    );
    const between = keys.filter(
      ({ table, target, columns: own }) =>
        OF_ACCOUNTS.has(table) && OF_ACCOUNTS.has(target) && !own.includes(columnOf(table)),
    );
    expect(between.map(({ table, name }) => `${table}.${name}`).sort()).toEqual(
      rowsOf('Foreign keys between things of accounts')
        .map(([name]) => name)
        .sort(),
    );
  });

  async function select<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return (await client.query<Row>(sql)).rows;
  }
});

function columnOf(table: string): string {
  return table === 'accounts' ? 'id' : 'account_id';
}
