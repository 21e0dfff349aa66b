import { Field } from '../../shared/validation/field.decorator.js';
import { string } from '../../shared/validation/rules.js';

export class VerifyPhoneRequest {
  @Field(string(() => undefined), {
    required: true,
    example: '123456',
    description: 'The code of the text message.',
  })
  otp_code: string;
}
