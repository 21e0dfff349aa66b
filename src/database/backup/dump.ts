import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { inSession } from './session.js';
import { Sha256 } from './sha256-stream.js';
import { sequencesOf, tablesOf, type Sequence, type Table } from './tables.js';

/** A table's rows in a file, as COPY writes them. */
export interface DumpedTable extends Table {
  readonly rows: number;
  readonly file: string;
  readonly sha256: string;
}

/** All rows of the database at one moment. */
export interface Dump {
  /** The migrations that created the tables, in their order. */
  readonly migrations: readonly string[];
  readonly tables: readonly DumpedTable[];
  readonly sequences: readonly Sequence[];
}

/**
 * Writes all rows of the database at one moment to a file for each table. The service keeps running
 * meanwhile.
 * @param alsoRead a query of the same moment
 * @returns the dump's description, and the rows of that query
 */
export async function dumpDatabase<Row extends pg.QueryResultRow>(
  url: string,
  folder: string,
  alsoRead: string,
): Promise<{ dump: Dump; rows: Row[] }> {
  const names = (await inSession(url, 'BEGIN READ ONLY', tablesOf)).map(({ name }) => name);
  return inSession(url, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (session) => {
    // Before the first query, which takes the snapshot: a partition that is dropped later, or a
    // table that is rewritten, would lack its rows.
    await session.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
    const applied = await session.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
    const { rows } = await session.query<Row>(alsoRead);
    const tables: DumpedTable[] = [];
    for (const table of await tablesOf(session)) tables.push(await dumpTable(session, table, folder));
    const migrations = applied.rows.map(({ name }) => name);
    // Sequences have no snapshots. Read last, each is at least at the highest id of the snapshot.
    return { dump: { migrations, tables, sequences: await sequencesOf(session) }, rows };
  });
}

async function dumpTable(session: pg.Client, table: Table, folder: string): Promise<DumpedTable> {
  const file = `${table.name.replaceAll('"', '')}.copy`;
  const rows = session.query(copyTo(`COPY (SELECT ${table.columns} FROM ${table.name}) TO STDOUT`));
  const sha256 = new Sha256();
  await pipeline(rows, sha256, createWriteStream(join(folder, file), { flush: true, mode: 0o600 }));
  return { ...table, rows: rows.rowCount, file, sha256: sha256.hex };
}
