import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/reader.js';
import { AccountEntity } from './account.entity.js';
import { UserEntity } from './user.entity.js';

// An INSERT of a row that refers to the owner, such as an event, doesn't wait for this lock.
const LOCK = { mode: 'for_no_key_update' } as const;

/**
 * Locks the account or the user whose rows a quota counts (D-210). A second transaction waits for
 * the first one, and then counts its rows, too.
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
