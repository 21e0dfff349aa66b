import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/reader.js';
import { LOCK_ACCOUNT, LOCK_USER } from './owners.sql.js';

/**
 * Locks the account or the user whose rows a quota counts (D-210). A second transaction waits for
 * the first one, and then counts its rows, too.
 */
@Injectable()
export class OwnersRepository {
  lockAccount(tx: Tx, id: number): void {
    tx.send(LOCK_ACCOUNT, [id]);
  }

  lockUser(tx: Tx, id: number): void {
    tx.send(LOCK_USER, [id]);
  }
}
