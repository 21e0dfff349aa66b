import { OAUTH_CLIENT } from '../../access/oauth-clients/oauth-client.resource.js';
import { requestOf } from '../../shared/resources/resource-requests.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { reference } from '../../shared/validation/rules.js';

class OwnedRequest {
  @Field(reference(), { required: true, example: 1, description: 'The account that owns the client.' })
  account_id: number;
}

export class PlatformClientRequest extends requestOf(OAUTH_CLIENT, {
  after: OwnedRequest,
  required: ['label', 'redirect_uri'],
  examples: { label: 'Fleet dashboard', redirect_uri: 'https://app.example.com/callback' },
}) {}
