import { isTotpForm } from '../../access/two-factor/totp.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';

const totpCode: Rule = {
  schema: { type: 'string', pattern: '^[0-9]{6}$' },
  check: (value, key) => (typeof value === 'string' && isTotpForm(value) ? undefined : notValid(key)),
};

/** spec: POST /profile/tfa-enable-confirm. */
export class ConfirmTwoFactorRequest {
  @Field(totpCode, { required: true, description: 'The current time-based code.', example: '123456' })
  tfa_code: string;
}
