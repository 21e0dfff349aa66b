import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan, Not } from 'typeorm';
import { UserEntity } from '../../access/user.entity.js';
import type { Tx } from '../../database/reader.js';
import { MAX_WRONG_ATTEMPTS } from './phone-code.rules.js';
import { PhoneCodeEntity } from './phone-code.entity.js';

@Injectable()
export class PhoneRepository {
  /** Reads the user's verified number and locks the user until the transaction ends. */
  async lockVerifiedNumber(tx: Tx, userId: number): Promise<string | null> {
    const user = await tx.repository(UserEntity).findOne({
      select: { id: true, verifiedPhoneNumber: true },
      where: { id: userId },
      lock: { mode: 'for_no_key_update' },
    });
    return user?.verifiedPhoneNumber ?? null;
  }

  async setVerifiedNumber(tx: Tx, userId: number, phoneNumber: string | null): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { verifiedPhoneNumber: phoneNumber });
  }

  /** Finds the code for this number, sent or not. */
  find(tx: Tx, userId: number, phoneNumber: string): Promise<PhoneCodeEntity | null> {
    return tx.repository(PhoneCodeEntity).findOneBy({ userId, phoneNumber });
  }

  /** Finds the code that was sent; there is at most one. */
  findSent(tx: Tx, userId: number): Promise<PhoneCodeEntity | null> {
    return tx.repository(PhoneCodeEntity).findOneBy({ userId, sent: true });
  }

  /** Stores a code before it is sent. It replaces an earlier code for the number. */
  async put(
    tx: Tx,
    code: Pick<PhoneCodeEntity, 'accountId' | 'userId' | 'phoneNumber' | 'code' | 'expiry'>,
  ): Promise<void> {
    const unsent = { ...code, sent: false, wrongAttempts: 0 };
    await tx.repository(PhoneCodeEntity).upsert(unsent, ['userId', 'phoneNumber']);
  }

  /**
   * Marks the code for this number as sent, and deletes the one that was sent to another (D-83).
   * Keeps codes that another request is sending at this moment.
   */
  async setSent(tx: Tx, userId: number, phoneNumber: string, expiry: Date): Promise<void> {
    const codes = tx.repository(PhoneCodeEntity);
    const { affected } = await codes.update({ userId, phoneNumber, sent: false }, { sent: true, expiry });
    // Without a code to mark, this one was sent before or voided meanwhile: another stays as it is.
    if (affected) await codes.delete({ userId, phoneNumber: Not(phoneNumber), sent: true });
  }

  /**
   * Counts a wrong attempt; a correct one deletes the code instead.
   * @returns whether a sent, live code exists
   */
  async countAttempt(tx: Tx, userId: number, now: Date): Promise<boolean> {
    const live = { userId, sent: true, wrongAttempts: LessThan(MAX_WRONG_ATTEMPTS), expiry: MoreThan(now) };
    const { affected } = await tx.repository(PhoneCodeEntity).increment(live, 'wrongAttempts', 1);
    return affected === 1;
  }

  async deleteCodes(tx: Tx, userId: number): Promise<void> {
    await tx.repository(PhoneCodeEntity).delete({ userId });
  }
}
