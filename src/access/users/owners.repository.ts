import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { AccountEntity } from '../account.entity.js';
import { UserEntity } from '../user.entity.js';

// Rows that refer to the owner, events among them, don't wait for this lock.
const LOCK = { mode: 'for_no_key_update' } as const;

/**
 * Locks the owner of things that are counted. Of two transactions that would pass a quota together (D-210), the second
 * waits for the first, and then counts what the first has added.
 */
@Injectable()
export class OwnersRepository {
  async lockAccount(tx: Tx, id: number): Promise<void> {
    await tx.repository(AccountEntity).findOne({ select: { id: true }, where: { id }, lock: LOCK });
  }

  async lockUser(tx: Tx, id: number): Promise<void> {
    await tx.repository(UserEntity).findOne({ select: { id: true }, where: { id }, lock: LOCK });
  }
}
