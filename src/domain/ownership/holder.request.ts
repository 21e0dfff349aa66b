import { Field } from '../../shared/validation/field.decorator.js';
import { reference } from '../../shared/validation/rules.js';

export class DomainHolderRequest {
  @Field(reference(), { required: true, example: 1 })
  account_id: number;
}
