import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { UserEntity } from '../user.entity.js';
import { TwoFactorSecretEntity } from './two-factor-secret.entity.js';
import { TIDY_EMPTY, TIDY_PENDING } from './two-factor.sql.js';

/** The user who has the secret. */
export type SecretOwner = Pick<TwoFactorSecretEntity, 'accountId' | 'userId'>;

@Injectable()
export class TwoFactorRepository {
  /**
   * Reads the user's secrets and locks the row, so that codes are checked one after the other
   * (D-78).
   */
  lock(tx: Tx, userId: number): Promise<TwoFactorSecretEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(TwoFactorSecretEntity).findOne({ where: { userId }, lock });
  }

  async setPending(
    tx: Tx,
    { accountId, userId }: SecretOwner,
    pendingSecret: Buffer,
    pendingExpiry: Date,
  ): Promise<void> {
    const pending = { accountId, userId, pendingSecret, pendingExpiry };
    await tx.repository(TwoFactorSecretEntity).upsert(pending, ['userId']);
  }

  /** Makes `secret` the active secret, and turns two-factor authentication on. */
  async activate(
    tx: Tx,
    userId: number,
    active: Pick<TwoFactorSecretEntity, 'secret' | 'lastStep' | 'scratchCodeHash'>,
  ): Promise<void> {
    const change = { ...active, pendingSecret: null, pendingExpiry: null };
    await tx.repository(TwoFactorSecretEntity).update({ userId }, change);
    await this.setEnabled(tx, userId, true);
  }

  async setLastStep(tx: Tx, userId: number, lastStep: number): Promise<void> {
    await tx.repository(TwoFactorSecretEntity).update({ userId }, { lastStep });
  }

  async spendScratchCode(tx: Tx, userId: number): Promise<void> {
    await tx.repository(TwoFactorSecretEntity).update({ userId }, { scratchCodeHash: null });
  }

  /**
   * Deletes both secrets and the scratch code (D-80).
   * @returns whether two-factor authentication was on
   */
  async disable(tx: Tx, userId: number): Promise<boolean> {
    await tx.repository(TwoFactorSecretEntity).delete({ userId });
    return this.setEnabled(tx, userId, false);
  }

  /** Clears at most `limit` expired pending secrets. @returns the number of cleared secrets */
  async tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    const cleared = await tx.run(TIDY_PENDING, [now, limit]);
    await tx.run(TIDY_EMPTY);
    return cleared;
  }

  /** @returns whether the user changed */
  private async setEnabled(tx: Tx, userId: number, enabled: boolean): Promise<boolean> {
    const users = tx.repository(UserEntity);
    const { affected } = await users.update(
      { id: userId, twoFactorAuth: Not(enabled) },
      { twoFactorAuth: enabled },
    );
    return affected === 1;
  }
}
