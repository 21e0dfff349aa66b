import { Field } from '../../shared/validation/field.decorator.js';
import { description, label } from '../../shared/validation/rules.js';
import { CreateSubnetRequest } from '../subnets/create-subnet.request.js';
import { subnetsOfVpc, vpcRegion } from './vpc.rules.js';

export class CreateVpcRequest {
  @Field(label(1, 64), { required: true, example: 'production' })
  label: string;

  @Field(vpcRegion(), { required: true })
  region: string;

  @Field(description(0, 255), { example: 'Web and database servers' })
  description?: string;

  @Field(subnetsOfVpc(), { of: CreateSubnetRequest })
  subnets?: CreateSubnetRequest[];
}
