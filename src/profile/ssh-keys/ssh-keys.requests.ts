import { Field } from '../../shared/validation/field.decorator.js';
import { label, string } from '../../shared/validation/rules.js';
import { sshKeyFault } from './ssh-key.rules.js';

const LABEL_MAX_LENGTH = 64;

/** spec: POST /profile/sshkeys; D-76. */
export class CreateSshKeyRequest {
  @Field(label(0, LABEL_MAX_LENGTH))
  label?: string;

  @Field(string(sshKeyFault), {
    required: true,
    example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@example.com',
  })
  ssh_key!: string;
}

/** spec: PUT /profile/sshkeys/{sshKeyId}. */
export class UpdateSshKeyRequest {
  @Field(label(0, LABEL_MAX_LENGTH), { clears: '' })
  label?: string;
}
