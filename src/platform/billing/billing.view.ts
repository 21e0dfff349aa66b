import { ApiProperty } from '@nestjs/swagger';

export interface BillingRow {
  readonly paymentsTotalUsd: number;
  readonly completed: number;
  readonly credit: number;
  readonly pending: number;
  readonly total: number;
}

class BillingReferralsResponse {
  @ApiProperty({ type: 'integer' }) completed: number;
  @ApiProperty() credit: number;
  @ApiProperty({ type: 'integer' }) pending: number;
  @ApiProperty({ type: 'integer' }) total: number;
}

/** What an account has paid and its referrals, as stored; they feed the profile's `referrals` (D-72). */
export class BillingResponse {
  @ApiProperty() payments_total_usd: number;
  @ApiProperty() referrals: BillingReferralsResponse;
}

export function billingView({
  paymentsTotalUsd,
  completed,
  credit,
  pending,
  total,
}: BillingRow): BillingResponse {
  return { payments_total_usd: paymentsTotalUsd, referrals: { completed, credit, pending, total } };
}
