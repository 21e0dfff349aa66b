import { command, query, type Command } from '../../database/statement.js';
import type { EncryptedColumn } from '../areas/area.js';

export const REPORT_PROCESS = command(
  'secrets.keyUsers.report',
  `INSERT INTO encryption_key_users (process, key_id, seen) VALUES ($1, $2, now())
   ON CONFLICT (process) DO UPDATE SET seen = excluded.seen`,
);
export const FORGET_PROCESS = command(
  'secrets.keyUsers.forget',
  `DELETE FROM encryption_key_users WHERE process = $1 OR seen < now() - interval '1 day'`,
);
export const FIND_OTHER_KEY = query<{ key_id: string; age: number }>(
  'secrets.keyUsers.findOther',
  `SELECT key_id, extract(epoch FROM now() - seen)::float8 AS age FROM encryption_key_users
   WHERE key_id <> $1 AND seen > now() - make_interval(secs => $2) ORDER BY seen DESC LIMIT 1`,
);

/** Waits for processes that are starting, because they add their key's check value. */
export const LOCK_KEYS = command('secrets.keys.lock', 'LOCK TABLE encryption_keys IN EXCLUSIVE MODE');
export const DROP_OTHERS = command<{ id: string }>(
  'secrets.keys.dropOthers',
  'DELETE FROM encryption_keys WHERE id <> $1 RETURNING id',
);

/** A ciphertext and the location of its row. */
export interface Ciphertext {
  readonly location: string;
  readonly context: string;
  readonly value: Buffer;
}

const ROWS_AT_ONCE = 500;

/**
 * The next ciphertexts of a column, after the context `$1`.
 * @param verb `lock` also locks the rows until the transaction ends
 */
export function ciphertexts(
  verb: 'list' | 'lock',
  { table, column, context }: EncryptedColumn,
): Command<Ciphertext> {
  return command(
    `secrets.${verb}.${table}.${column}`,
    `SELECT ctid::text AS location, ${context} AS context, ${column} AS value FROM ${table}
     WHERE ${column} <> '' AND (${context}) COLLATE "C" > $1
     ORDER BY (${context}) COLLATE "C" LIMIT ${ROWS_AT_ONCE} ${verb === 'lock' ? 'FOR UPDATE' : ''}`,
  );
}

/** Replaces one ciphertext. The row must be locked, so that its location does not change. */
export function replaceCiphertext({ table, column }: EncryptedColumn) {
  return command(
    `secrets.replace.${table}.${column}`,
    `UPDATE ${table} SET ${column} = $2 WHERE ctid = $1::tid`,
  );
}
