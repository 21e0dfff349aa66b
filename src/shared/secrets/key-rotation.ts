import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { AREAS, type Area, type EncryptedColumn } from '../areas/area.js';
import { requireSameKey } from './encryption-key-users.js';
import { Encryption } from './encryption.js';
import {
  ciphertexts,
  DROP_OTHERS,
  LOCK_KEYS,
  replaceCiphertext,
  type Ciphertext,
} from './encryption-keys.sql.js';

interface Rotation {
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
    @Inject(AREAS) areas: readonly Area[],
  ) {
    this.columns = areas.flatMap(({ encrypted }) => encrypted ?? []);
  }

  /** @throws StartError if a replica encrypts with another key. */
  async rotate(): Promise<Rotation> {
    await this.database.transaction((tx) => requireSameKey(tx, this.encryption.keyId));
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
        const page = await tx.rows(ciphertexts('lock', column), [after]);
        const old = page.filter((row) => !this.isCurrent(row));
        for (const row of old) await tx.run(replaceCiphertext(column), [row.location, this.anew(row)]);
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
      await requireSameKey(tx, this.encryption.keyId);
      for (const column of this.columns) if (await this.hasOld(tx, column)) return undefined;
      return (await tx.rows(DROP_OTHERS, [this.encryption.keyId])).map(({ id }) => id);
    });
  }

  private async hasOld(tx: Tx, column: EncryptedColumn): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await tx.rows(ciphertexts('list', column), [after]);
      if (page.some((row) => !this.isCurrent(row))) return true;
      if (page.length === 0) return false;
      after = page.at(-1)!.context;
    }
  }

  private isCurrent({ value, context }: Ciphertext): boolean {
    return this.encryption.isByFirstKey(value, context);
  }

  private anew({ value, context }: Ciphertext): Buffer {
    return this.encryption.encrypt(this.encryption.decrypt(value, context), context);
  }
}
