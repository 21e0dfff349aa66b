import { requestOf } from '../../shared/resources/resource-requests.js';
import { VPC } from './vpc.resource.js';

export class UpdateVpcRequest extends requestOf(VPC, {
  without: ['region'],
  examples: { label: 'staging', description: 'Before it goes live' },
}) {}
