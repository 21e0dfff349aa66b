import { requestOf } from '../../shared/resources/resource-requests.js';
import { SUBNET } from './subnet.resource.js';

export class UpdateSubnetRequest extends requestOf(SUBNET, {
  without: ['ipv4'],
  examples: { label: 'backend' },
}) {}
