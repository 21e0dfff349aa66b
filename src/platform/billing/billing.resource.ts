import {
  integerProperty,
  numberProperty,
  objectProperty,
  taken,
} from '../../shared/resources/resource-field.js';
import { Resource } from '../../shared/resources/resource.js';
import { requestOf } from '../../shared/resources/resource-requests.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { integer, object } from '../../shared/validation/rules.js';

const MAX_COUNT = 2147483647;
const MAX_USD = 1e12;

/** An amount of money, not negative. */
const AMOUNT: Rule = {
  schema: { type: 'number', minimum: 0, maximum: MAX_USD },
  check: (value, key) =>
    typeof value === 'number' && value >= 0 && value <= MAX_USD ? undefined : notValid(key),
};
const usd = (description: string) => taken(numberProperty(description), { rule: AMOUNT });
const count = (description: string) => taken(integerProperty(description), { rule: integer(0, MAX_COUNT) });

const REFERRALS = new Resource('BillingReferralsResponse', 'a', {
  completed: count('Users who signed up with the code and have paid enough.'),
  credit: usd('What the referrals have earned, in USD.'),
  pending: count('Users who signed up with the code and have not paid enough yet.'),
  total: count('Users who signed up with the code.'),
});

class ReferralsRequest extends requestOf(REFERRALS, {
  required: ['completed', 'credit', 'pending', 'total'],
  examples: { completed: 1, credit: 20, pending: 0, total: 1 },
}) {}

/** The payments and referrals of an account. The profile's `referrals` shows them (D-72). */
export const BILLING = new Resource('BillingResponse', 'a', {
  payments_total_usd: usd('What the account has paid in all, in USD.'),
  referrals: taken(objectProperty(REFERRALS.response, 'The referrals of the account. Zeros when left out.'), {
    rule: object(),
    of: ReferralsRequest,
  }),
});

export class BillingRequest extends requestOf(BILLING, {
  required: ['payments_total_usd'],
  examples: { payments_total_usd: 25 },
}) {}
