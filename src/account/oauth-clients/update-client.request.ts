import { OAUTH_CLIENT } from '../../access/oauth-clients/oauth-client.resource.js';
import { requestOf } from '../../shared/resources/resource-requests.js';

export class UpdateClientRequest extends requestOf(OAUTH_CLIENT, {
  without: ['public'],
  examples: { label: 'Fleet dashboard', website: 'https://app.example.com' },
}) {}
