import { OAUTH_CLIENT } from '../../access/oauth-clients/oauth-client.resource.js';
import { requestOf } from '../../shared/resources/resource-requests.js';

export class CreateClientRequest extends requestOf(OAUTH_CLIENT, {
  required: ['label', 'redirect_uri'],
  examples: {
    label: 'Fleet dashboard',
    redirect_uri: 'https://app.example.com/callback',
    website: 'https://app.example.com',
  },
}) {}
