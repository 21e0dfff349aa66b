import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/** An account to make. */
export interface NewAccount {
  readonly company: string;
  readonly email: string;
  readonly parentAccountId: number | null;
}

interface LockedAccount {
  readonly id: number;
  readonly parentAccountId: number | null;
}

const INSERT = command<{ id: number }>(
  'platform.accounts.insert',
  `INSERT INTO accounts (company, email, parent_account_id, active_since) VALUES ($1, $2, $3, $4) RETURNING id`,
);
/**
 * Against others who take it, not against what only refers to the account: an event that is being written holds its user,
 * for whom a deletion waits.
 */
const LOCK = command<LockedAccount>(
  'platform.accounts.lock',
  'SELECT id, parent_account_id AS "parentAccountId" FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
);
const LOCK_WHOLE = command('platform.accounts.lockWhole', 'SELECT FROM accounts WHERE id = $1 FOR UPDATE');
/** Users, tokens, grants, clients and events go with the account; what still stands in its way keeps it (D-200). */
const DELETE_USERS = command('platform.accounts.deleteUsers', 'DELETE FROM users WHERE account_id = $1');
const DELETE = command('platform.accounts.delete', 'DELETE FROM accounts WHERE id = $1');

@Injectable()
export class AccountsRepository {
  async insert(tx: Tx, { company, email, parentAccountId }: NewAccount, now: Date): Promise<number> {
    return (await tx.row(INSERT, [company, email, parentAccountId, now]))!.id;
  }

  lock(tx: Tx, id: number): Promise<LockedAccount | undefined> {
    return tx.row(LOCK, [id]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.run(DELETE_USERS, [id]);
    // From here on nobody adds a user; whom somebody added meanwhile goes as well.
    await tx.run(LOCK_WHOLE, [id]);
    await tx.run(DELETE_USERS, [id]);
    await tx.run(DELETE, [id]);
  }
}
