import { Injectable } from '@nestjs/common';
import { AccountEntity } from '../../access/account.entity.js';
import type { Tx } from '../../database/reader.js';
import type { BillingRow } from './billing.view.js';

@Injectable()
export class BillingRepository {
  /**
   * Replaces all figures.
   * @returns the stored account; null when it does not exist
   */
  async set(tx: Tx, accountId: number, billing: BillingRow): Promise<AccountEntity | null> {
    const accounts = tx.repository(AccountEntity);
    await accounts.update({ id: accountId }, billing);
    return accounts.findOneBy({ id: accountId });
  }
}
