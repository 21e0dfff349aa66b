import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { BILLING, type BillingRequest } from './billing.resource.js';

const NO_REFERRALS = { completed: 0, credit: 0, pending: 0, total: 0 };

/** The payments and referrals of accounts, as billing reports them (platform-api.md). */
@Injectable()
export class BillingService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly database: Database,
  ) {}

  /**
   * Replaces all figures.
   * @throws NotFound without such an account
   */
  async put(accountId: number, { payments_total_usd, referrals = NO_REFERRALS }: BillingRequest) {
    const { completed, credit, pending, total } = referrals;
    const figures = {
      paymentsTotalUsd: payments_total_usd,
      referralsCompleted: completed,
      referralsCredit: credit,
      referralsPending: pending,
      referralsTotal: total,
    };
    const isStored = await this.database.transaction((tx) =>
      this.accounts.setBilling(tx, accountId, figures),
    );
    if (!isStored) throw new NotFound();
    return BILLING.shown({ payments_total_usd, referrals: { completed, credit, pending, total } });
  }
}
