import { TOKEN } from '../../access/credentials/personal-token.resource.js';
import { requestOf } from '../../shared/resources/resource-requests.js';

export class UpdateTokenRequest extends requestOf(TOKEN, { examples: { label: 'deployment' } }) {}
