import { Field } from '../../shared/validation/field.decorator.js';
import { label } from '../../shared/validation/rules.js';

export class UpdateSubnetRequest {
  @Field(label(1, 64), { example: 'backend' })
  label?: string;
}
