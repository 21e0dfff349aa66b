import { requestOf } from '../../shared/resources/resource-requests.js';
import { SSH_KEY } from './ssh-key.resource.js';

/** Only the label can change (spec: Profile rule 10). */
export class UpdateSshKeyRequest extends requestOf(SSH_KEY, {
  without: ['ssh_key'],
  examples: { label: 'old laptop' },
}) {}
