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

/** Of tables: the foreign keys that hold a row's account. */
const heldBy = new Map(rowsOf('Tables').map(([table, , keys]) => [table, keys.match(/\w+_fkey/g) ?? []]));
const foundBy = new Map(rowsOf('Tables').map(([table, found]) => [table, found]));
/** Of tables whose rows belong to an account: the column that leads there. */
const columns = new Map(
  [...foundBy].filter(([, found]) => found !== 'all').map(([table, found]) => [table, found.split(' ')[0]!]),
);

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

  it('says of every table how its account is found', async () => {
    const tables = await select<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE ${OURS}`,
    );
    expect([...foundBy.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  it('names a column that each table has and, where it is a foreign key, the table that it leads to', async () => {
    const found = await select<{ name: string; column: string; target: string | null }>(
      `SELECT c.oid::regclass::text AS name, attname AS column, (SELECT min(confrelid::regclass::text) FROM pg_constraint
         WHERE conrelid = c.oid AND contype = 'f' AND conkey = ARRAY[attnum]) AS target
       FROM pg_class c JOIN pg_attribute ON attrelid = c.oid WHERE ${OURS}`,
    );
    const wrong = [...columns].filter(([table, column]) => {
      const known = found.find((one) => one.name === table && one.column === column);
      const target =
        foundBy.get(table)!.split(' → ')[1] ?? (column === 'account_id' ? 'accounts' : undefined);
      return !known || (known.target !== null && target !== undefined && known.target !== target);
    });
    expect(wrong).toEqual([]);
  });

  it('leads from every such table to accounts', () => {
    const lost = [...columns.keys()].filter((table) => {
      let at: string | undefined = table;
      for (
        let step = 0;
        step < 5 && at !== undefined && columns.get(at) !== 'account_id' && at !== 'accounts';
        step++
      )
        at = foundBy.get(at)?.split(' → ')[1];
      return at !== 'accounts' && (at === undefined || columns.get(at) !== 'account_id');
    });
    expect(lost).toEqual([]);
  });

  it('finds the account by account_id wherever the table has this column', async () => {
    const having = await select<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
       WHERE ${OURS} AND attname = 'account_id'`,
    );
    const others = having.map(({ name }) => name).filter((name) => columns.get(name) !== 'account_id');
    expect(others).toEqual([]);
  });

  it('knows the account of each row of such a table, but of what belongs to nobody', async () => {
    const optional = await select<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
       WHERE ${OURS} AND attname = 'account_id' AND NOT attnotnull`,
    );
    // A public image.
    expect(optional.map(({ name }) => name)).toEqual(['images']);
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
        columns.has(table) && !generated && !keys.includes(columns.get(table)!),
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
        columns.has(table) && columns.has(target) && !own.includes(columns.get(table)!),
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
