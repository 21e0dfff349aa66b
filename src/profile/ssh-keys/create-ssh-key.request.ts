import { Field } from '../../shared/validation/field.decorator.js';
import { label, string } from '../../shared/validation/rules.js';
import { sshKeyFault } from './ssh-key.rules.js';

export class CreateSshKeyRequest {
  @Field(label(0, 64), { example: 'laptop', description: 'A name, for display only.' })
  label?: string;

  @Field(string(sshKeyFault), {
    required: true,
    example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@example.com',
    description: 'The public key in the form of OpenSSH: type, key, comment.',
  })
  ssh_key: string;
}
