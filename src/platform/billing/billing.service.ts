import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import { BillingRepository } from './billing.repository.js';
import type { BillingRequest } from './billing.request.js';
import { billingView } from './billing.view.js';

const NO_REFERRALS = { completed: 0, credit: 0, pending: 0, total: 0 };

/** The payments and referrals of accounts, as billing reports them (platform-api.md). */
@Injectable()
export class BillingService {
  constructor(
    private readonly billing: BillingRepository,
    private readonly database: Database,
  ) {}

  /**
   * Replaces all figures.
   * @throws NotFound without such an account
   */
  async put(accountId: number, { payments_total_usd, referrals = NO_REFERRALS }: BillingRequest) {
    const wanted = {
      paymentsTotalUsd: payments_total_usd,
      referralsCompleted: referrals.completed,
      referralsCredit: referrals.credit,
      referralsPending: referrals.pending,
      referralsTotal: referrals.total,
    };
    const stored = await this.database.transaction((tx) => this.billing.set(tx, accountId, wanted));
    if (!stored) throw new NotFound();
    return billingView(stored);
  }
}
