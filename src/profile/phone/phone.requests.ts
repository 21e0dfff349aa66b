import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { string } from '../../shared/validation/rules.js';
import { isCountryCode } from './phone-number.rules.js';

const NUMBER_MAX_LENGTH = 100;

const countryCode: Rule = {
  schema: { type: 'string', pattern: '^[A-Za-z]{2}$' },
  check: (value, key) => (typeof value === 'string' && isCountryCode(value) ? undefined : notValid(key)),
};

const phoneNumber = string((value) =>
  value.length > NUMBER_MAX_LENGTH ? 'Not a valid phone number' : undefined,
);

/** spec: POST /profile/phone-number. Whether the number is one of the country is told once both are sound. */
export class SendPhoneCodeRequest {
  @Field(countryCode, { required: true, description: 'ISO 3166 code of the country.', example: 'US' })
  iso_code!: string;

  @Field(phoneNumber, { required: true, example: '555-555-5555' })
  phone_number!: string;
}

/** spec: POST /profile/phone-number/verify. */
export class VerifyPhoneRequest {
  @Field(string(() => undefined), { required: true, example: '123456' })
  otp_code!: string;
}
