import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { PasskeyEntity } from './passkey.entity.js';

export type NewPasskey = Omit<PasskeyEntity, 'id' | 'lastUsed'>;

@Injectable()
export class PasskeysRepository {
  findByCredential(reader: Reader, credentialId: Buffer): Promise<PasskeyEntity | null> {
    return reader.repository(PasskeyEntity).findOneBy({ credentialId });
  }

  list(reader: Reader, userId: number): Promise<PasskeyEntity[]> {
    return reader.repository(PasskeyEntity).find({ where: { userId }, order: { id: 'ASC' } });
  }

  /** Exact only while the user is locked. */
  count(tx: Tx, userId: number): Promise<number> {
    return tx.repository(PasskeyEntity).countBy({ userId });
  }

  /** @returns false when the credential is already registered */
  async insert(tx: Tx, passkey: NewPasskey): Promise<boolean> {
    const passkeys = tx.repository(PasskeyEntity);
    const insert = passkeys.createQueryBuilder().insert().values(passkeys.create(passkey)).orIgnore();
    return (await insert.execute()).identifiers[0] !== undefined;
  }

  /**
   * Stores the authenticator's new count, unless the stored count has changed since it was
   * compared.
   * @returns false when the passkey was deleted or used meanwhile
   */
  async use(tx: Tx, { id, userId, counter }: PasskeyEntity, newCounter: number, now: Date): Promise<boolean> {
    const change = { counter: newCounter, lastUsed: now };
    const { affected } = await tx.repository(PasskeyEntity).update({ id, userId, counter }, change);
    return affected === 1;
  }

  /**
   * Deletes the user's passkey.
   * @returns its name; undefined without such a passkey
   */
  async delete(tx: Tx, userId: number, id: number): Promise<string | undefined> {
    const passkey = await this.lock(tx, userId, id);
    if (passkey) await tx.repository(PasskeyEntity).delete({ id, userId });
    return passkey?.name;
  }

  /**
   * Renames the user's passkey.
   * @returns its previous name; undefined without such a passkey
   */
  async rename(tx: Tx, userId: number, id: number, name: string): Promise<string | undefined> {
    const passkey = await this.lock(tx, userId, id);
    if (passkey) await tx.repository(PasskeyEntity).update({ id, userId }, { name });
    return passkey?.name;
  }

  private lock(tx: Tx, userId: number, id: number): Promise<PasskeyEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(PasskeyEntity).findOne({ where: { id, userId }, lock });
  }
}
