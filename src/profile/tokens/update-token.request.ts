import { Field } from '../../shared/validation/field.decorator.js';
import { label } from '../../shared/validation/rules.js';

export class UpdateTokenRequest {
  @Field(label(1, 100), { example: 'deployment', description: 'A name, for display only.' })
  label?: string;
}
