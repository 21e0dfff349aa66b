import { ApiProperty } from '@nestjs/swagger';
import type { AccountEntity } from '../../access/account.entity.js';

/** The figures of an account that billing states. */
export type BillingRow = Pick<
  AccountEntity,
  'paymentsTotalUsd' | 'referralsCompleted' | 'referralsCredit' | 'referralsPending' | 'referralsTotal'
>;

class BillingReferralsResponse {
  @ApiProperty({ type: 'integer', description: 'Users who signed up with the code and have paid enough.' })
  completed: number;
  @ApiProperty({ description: 'What the referrals have earned, in USD.' }) credit: number;
  @ApiProperty({
    type: 'integer',
    description: 'Users who signed up with the code and have not paid enough yet.',
  })
  pending: number;
  @ApiProperty({ type: 'integer', description: 'Users who signed up with the code.' }) total: number;
}

/** The stored payments and referrals of an account. The profile's `referrals` shows them (D-72). */
export class BillingResponse {
  @ApiProperty({ description: 'What the account has paid in all, in USD.' }) payments_total_usd: number;
  @ApiProperty({ description: 'The referrals of the account.' }) referrals: BillingReferralsResponse;
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
