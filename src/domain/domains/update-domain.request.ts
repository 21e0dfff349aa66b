import { requestOf } from '../../shared/resources/resource-requests.js';
import { DOMAIN } from './domain.resource.js';

export class UpdateDomainRequest extends requestOf(DOMAIN, {
  examples: { description: 'Moved to new servers', axfr_ips: ['192.0.2.53'], ttl_sec: 300 },
}) {}
