const MINIMUM_PAYMENTS_USD = 25;

/** What billing reports about an account's referrals, and the account's code. Money in USD. */
export interface ReferralFigures {
  readonly paymentsTotalUsd: number;
  readonly code: string;
  readonly completed: number;
  readonly credit: number;
  readonly pending: number;
  readonly total: number;
}

/** `referrals` of the profile (spec: Profile). */
type Referrals = Omit<ReferralFigures, 'paymentsTotalUsd'> & { readonly url: string };

/** The referrals to show; empty until the account has paid 25.00 USD (spec: Profile; D-72). */
export function shownReferrals(figures: ReferralFigures, publicUrl: string): Referrals {
  if (figures.paymentsTotalUsd < MINIMUM_PAYMENTS_USD) {
    return { code: '', url: '', completed: 0, credit: 0, pending: 0, total: 0 };
  }
  const { code, completed, credit, pending, total } = figures;
  return { code, url: `${publicUrl}/?r=${code}`, completed, credit, pending, total };
}
