import { reasonOf } from '../../shared/errors/reason.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { string } from '../../shared/validation/rules.js';
import { isCountryCode, PHONE_NUMBER_MAX_LENGTH } from './phone-number.rules.js';

const countryCode: Rule = {
  schema: { type: 'string', pattern: '^[A-Za-z]{2}$' },
  check: (value, key) => (typeof value === 'string' && isCountryCode(value) ? undefined : notValid(key)),
};

const phoneNumber = string((value) =>
  value.length > PHONE_NUMBER_MAX_LENGTH ? reasonOf('phone_number_not_valid') : undefined,
);

/** The service checks that the number is one of the country, once both fields are valid (D-27). */
export class SendPhoneCodeRequest {
  @Field(countryCode, { required: true, description: 'ISO 3166 code of the country.', example: 'US' })
  iso_code: string;

  @Field(phoneNumber, {
    required: true,
    example: '555-555-5555',
    description: 'The phone number, national or international; its country is that of `iso_code`.',
  })
  phone_number: string;
}
