import { requestOf } from '../../shared/resources/resource-requests.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { CreateSubnetRequest } from '../subnets/create-subnet.request.js';
import { VPC } from './vpc.resource.js';
import { subnetsOfVpc } from './vpc.rules.js';

export class CreateVpcRequest extends requestOf(VPC, {
  required: ['label', 'region'],
  examples: { label: 'production', description: 'Web and database servers' },
}) {
  @Field(subnetsOfVpc(), { of: CreateSubnetRequest, description: 'Subnets to create with the VPC.' })
  subnets?: CreateSubnetRequest[];
}
