import { Field } from '../../shared/validation/field.decorator.js';
import { label } from '../../shared/validation/rules.js';

export class UpdateSshKeyRequest {
  @Field(label(0, 64), { clears: '', example: 'old laptop', description: 'A name, for display only.' })
  label?: string;
}
