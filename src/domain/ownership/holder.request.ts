import { Field } from '../../shared/validation/field.decorator.js';
import { reference } from '../../shared/validation/rules.js';

export class DomainHolderRequest {
  @Field(reference(), {
    required: true,
    example: 1,
    description: 'The account that may have the name, and the names below it.',
  })
  account_id: number;
}
