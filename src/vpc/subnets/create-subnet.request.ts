import { Field } from '../../shared/validation/field.decorator.js';
import { label } from '../../shared/validation/rules.js';
import { subnetRange } from './subnet.rules.js';

export class CreateSubnetRequest {
  @Field(label(1, 64), { required: true, example: 'frontend' })
  label: string;

  @Field(subnetRange(), { required: true, example: '10.0.1.0/24' })
  ipv4: string;
}
