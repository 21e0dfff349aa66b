import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

// FOR NO KEY UPDATE: rows that refer to the owner, events among them, don't wait for it.
const LOCK_ACCOUNT = command(
  'auth.owners.lockAccount',
  'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
);
const LOCK_USER = command('auth.owners.lockUser', 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');

/**
 * Locks the owner of things that are counted: of two transactions that would pass a quota together (D-210), the second
 * waits for the first, and then counts what the first has added.
 */
@Injectable()
export class OwnersRepository {
  async lockAccount(tx: Tx, accountId: number): Promise<void> {
    await tx.row(LOCK_ACCOUNT, [accountId]);
  }

  async lockUser(tx: Tx, userId: number): Promise<void> {
    await tx.row(LOCK_USER, [userId]);
  }
}
