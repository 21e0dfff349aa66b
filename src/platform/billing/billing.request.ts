import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { integer, object } from '../../shared/validation/rules.js';

const MAX_COUNT = 2147483647;
const MAX_USD = 1e12;

/** An amount of money, not negative. */
function usd(): Rule {
  const isAmount = (value: unknown) => typeof value === 'number' && value >= 0 && value <= MAX_USD;
  return {
    schema: { type: 'number', minimum: 0, maximum: MAX_USD },
    check: (value, key) => (isAmount(value) ? undefined : notValid(key)),
  };
}

export class ReferralsRequest {
  @Field(integer(0, MAX_COUNT), {
    required: true,
    example: 1,
    description: 'Users who signed up with the code and have paid enough.',
  })
  completed: number;

  @Field(usd(), { required: true, example: 20, description: 'What the referrals have earned, in USD.' })
  credit: number;

  @Field(integer(0, MAX_COUNT), {
    required: true,
    example: 0,
    description: 'Users who signed up with the code and have not paid enough yet.',
  })
  pending: number;

  @Field(integer(0, MAX_COUNT), {
    required: true,
    example: 1,
    description: 'Users who signed up with the code.',
  })
  total: number;
}

export class BillingRequest {
  @Field(usd(), { required: true, example: 25, description: 'What the account has paid in all, in USD.' })
  payments_total_usd: number;

  @Field(object(), { of: ReferralsRequest, description: 'Zeros when left out.' })
  referrals?: ReferralsRequest;
}
