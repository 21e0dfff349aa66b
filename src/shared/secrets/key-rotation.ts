import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { AREAS, type Area, type EncryptedColumn } from '../areas/area.js';
import { EncryptionKeyUsers } from './encryption-key-users.js';
import { Encryption } from './encryption.js';

const ROWS_AT_ONCE = 500;

/** Waits for processes that are starting, because they add their key's check value. */
const LOCK_KEYS = command('secrets.keys.lock', 'LOCK TABLE encryption_keys IN EXCLUSIVE MODE');
const DROP_OTHERS = command<{ id: string }>(
  'secrets.keys.dropOthers',
  'DELETE FROM encryption_keys WHERE id <> $1 RETURNING id',
);

/** A ciphertext and the location of its row. */
interface Ciphertext {
  readonly location: string;
  readonly context: string;
  readonly value: Buffer;
}

export interface Rotation {
  /** The id of the key that encrypts now. */
  readonly key: string;
  readonly encrypted_anew: number;
  /** The ids of the keys that are no longer needed. */
  readonly dropped: readonly string[];
}

/** Encrypts each secret with the first key, while the service is running (D-221). */
@Injectable()
export class KeyRotation {
  /** The encrypted columns of all areas. */
  readonly columns: readonly EncryptedColumn[];

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Encryption) private readonly encryption: Encryption,
    private readonly users: EncryptionKeyUsers,
    @Inject(AREAS) areas: readonly Area[],
  ) {
    this.columns = areas.flatMap(({ encrypted }) => encrypted ?? []);
  }

  /** @throws StartError if a replica encrypts with another key. */
  async rotate(): Promise<Rotation> {
    await this.database.transaction((tx) => this.users.requireSameKey(tx));
    for (let total = 0; ;) {
      for (const column of this.columns) total += await this.encryptAnew(column);
      const dropped = await this.dropOthers();
      if (dropped) return { key: this.encryption.keyId, encrypted_anew: total, dropped };
    }
  }

  private async encryptAnew(column: EncryptedColumn): Promise<number> {
    let [total, after] = [0, ''];
    for (;;) {
      const { last, count } = await this.database.transaction(async (tx) => {
        const page = await this.page(tx, column, after, 'FOR UPDATE');
        const old = page.filter((row) => !this.isCurrent(row));
        for (const row of old) await tx.run(change(column), [row.location, this.anew(row)]);
        return { last: page.at(-1)?.context, count: old.length };
      });
      total += count;
      if (last === undefined) return total;
      after = last;
    }
  }

  /** @returns undefined when a ciphertext with another key has appeared since */
  private dropOthers(): Promise<string[] | undefined> {
    return this.database.transaction(async (tx) => {
      await tx.run(LOCK_KEYS);
      await this.users.requireSameKey(tx);
      for (const column of this.columns) if (await this.hasOld(tx, column)) return undefined;
      return (await tx.rows(DROP_OTHERS, [this.encryption.keyId])).map(({ id }) => id);
    });
  }

  private async hasOld(tx: Tx, column: EncryptedColumn): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await this.page(tx, column, after, '');
      if (page.some((row) => !this.isCurrent(row))) return true;
      if (page.length === 0) return false;
      after = page.at(-1)!.context;
    }
  }

  private page(tx: Tx, { table, column, context }: EncryptedColumn, after: string, lock: string) {
    const name = `secrets.page.${table}.${column}.${lock ? 'locked' : 'read'}`;
    const text = `
      SELECT ctid::text AS location, ${context} AS context, ${column} AS value FROM ${table}
      WHERE ${column} <> '' AND (${context}) COLLATE "C" > $1
      ORDER BY (${context}) COLLATE "C" LIMIT ${ROWS_AT_ONCE} ${lock}`;
    return tx.rows(command<Ciphertext>(name, text), [after]);
  }

  private isCurrent({ value, context }: Ciphertext): boolean {
    return this.encryption.isByFirstKey(value, context);
  }

  private anew({ value, context }: Ciphertext): Buffer {
    return this.encryption.encrypt(this.encryption.decrypt(value, context), context);
  }
}

/** The row is locked, so its location does not change. */
function change({ table, column }: EncryptedColumn) {
  return command(
    `secrets.change.${table}.${column}`,
    `UPDATE ${table} SET ${column} = $2 WHERE ctid = $1::tid`,
  );
}
