import { ApiProperty } from '@nestjs/swagger';
import type { AccountEntity } from '../../access/account.entity.js';

/** The figures of an account that billing states. */
export type BillingRow = Pick<
  AccountEntity,
  'paymentsTotalUsd' | 'referralsCompleted' | 'referralsCredit' | 'referralsPending' | 'referralsTotal'
>;

class BillingReferralsResponse {
  @ApiProperty({ type: 'integer' }) completed: number;
  @ApiProperty() credit: number;
  @ApiProperty({ type: 'integer' }) pending: number;
  @ApiProperty({ type: 'integer' }) total: number;
}

/** The stored payments and referrals of an account. The profile's `referrals` shows them (D-72). */
export class BillingResponse {
  @ApiProperty() payments_total_usd: number;
  @ApiProperty() referrals: BillingReferralsResponse;
}

export function billingView(row: BillingRow): BillingResponse {
  const referrals = {
    completed: row.referralsCompleted,
    credit: row.referralsCredit,
    pending: row.referralsPending,
    total: row.referralsTotal,
  };
  return { payments_total_usd: row.paymentsTotalUsd, referrals };
}
