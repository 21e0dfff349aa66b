import { requestOf } from '../../shared/resources/resource-requests.js';
import { SUBNET } from './subnet.resource.js';

export class CreateSubnetRequest extends requestOf(SUBNET, {
  required: ['label', 'ipv4'],
  examples: { label: 'frontend', ipv4: '10.0.1.0/24' },
}) {}
