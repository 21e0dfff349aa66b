import { requestOf } from '../../shared/resources/resource-requests.js';
import { DOMAIN } from './domain.resource.js';

export class CreateDomainRequest extends requestOf(DOMAIN, {
  required: ['domain', 'type'],
  examples: { type: 'master', description: 'Our main site', ttl_sec: 3600, tags: ['production'] },
}) {}
