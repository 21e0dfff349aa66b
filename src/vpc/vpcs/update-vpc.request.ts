import { Field } from '../../shared/validation/field.decorator.js';
import { description, label } from '../../shared/validation/rules.js';

export class UpdateVpcRequest {
  @Field(label(1, 64), { example: 'staging' })
  label?: string;

  @Field(description(0, 255), { clears: '', example: 'Before it goes live' })
  description?: string;
}
