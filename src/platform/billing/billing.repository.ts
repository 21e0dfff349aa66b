import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import type { BillingRow } from './billing.view.js';

const SET = command<BillingRow>(
  'platform.billing.set',
  `UPDATE accounts SET payments_total_usd = $2, referrals_completed = $3, referrals_credit = $4, referrals_pending = $5,
     referrals_total = $6
   WHERE id = $1
   RETURNING payments_total_usd AS "paymentsTotalUsd", referrals_completed AS completed, referrals_credit AS credit,
     referrals_pending AS pending, referrals_total AS total`,
);

@Injectable()
export class BillingRepository {
  /** Undefined when there is no such account. */
  set(tx: Tx, accountId: number, billing: BillingRow): Promise<BillingRow | undefined> {
    const { paymentsTotalUsd, completed, credit, pending, total } = billing;
    return tx.row(SET, [accountId, paymentsTotalUsd, completed, credit, pending, total]);
  }
}
