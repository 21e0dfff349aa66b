import { requestOf } from '../../shared/resources/resource-requests.js';
import { SSH_KEY } from './ssh-key.resource.js';

export class CreateSshKeyRequest extends requestOf(SSH_KEY, {
  required: ['ssh_key'],
  order: ['label', 'ssh_key'],
  examples: { label: 'laptop', ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@example.com' },
}) {}
