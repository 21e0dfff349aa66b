import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../../shared/errors/start-error.js';
import type { Dump, DumpedTable } from './dump.js';
import { inSession } from './session.js';
import { Sha256 } from './sha256-stream.js';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0`;

/**
 * Loads a dump into a database that has the dump's migrations and no account, all or nothing.
 * @param url the database as the owner of its tables.
 * @param lastly statements of the same transaction
 * @throws StartError if a file is damaged or the database holds an account; Error if PostgreSQL
 * refuses a row. Nothing has changed then.
 */
export async function loadDatabase(url: string, folder: string, dump: Dump, lastly: string): Promise<void> {
  await inSession(url, 'BEGIN', async (session) => {
    const names = dump.tables.map(({ name }) => name);
    const keys = (await session.query<ForeignKey>(FOREIGN_KEYS)).rows;
    // Tables are loaded one after the other, so no constraint or trigger may use another table
    // before all are loaded.
    for (const { table, name } of keys) await session.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const name of names) await session.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    // All tables are locked now. A service that runs may have made an account since the last look.
    await refuseAccounts(session);
    await session.query(`TRUNCATE ${names.join(', ')}`);
    for (const table of dump.tables) await loadTable(session, table, folder);
    for (const { name, last, isCalled } of dump.sequences)
      await session.query('SELECT setval(to_regclass($1), $2, $3)', [name, last, isCalled]);
    await session.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const name of names) await session.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys)
      await session.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    await session.query(lastly);
  });
}

/** @throws StartError if the database holds an account. Its tables must exist. */
export function requireNoAccounts(url: string): Promise<void> {
  return inSession(url, 'BEGIN READ ONLY', refuseAccounts);
}

async function refuseAccounts(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('SELECT FROM accounts LIMIT 1');
  if (rowCount) throw new StartError('The database holds accounts: restore a backup into a new database.');
}

async function loadTable(session: pg.Client, table: DumpedTable, folder: string): Promise<void> {
  const rows = session.query(copyFrom(`COPY ${table.name} (${table.columns}) FROM STDIN`));
  const sha256 = new Sha256();
  await pipeline(createReadStream(join(folder, table.file)), sha256, rows);
  if (sha256.hex !== table.sha256 || rows.rowCount !== table.rows) {
    throw new StartError(`The backup is damaged: ${table.file}.`);
  }
}
