import { integerProperty, taken, textProperty, timeProperty } from '../../shared/resources/resource-field.js';
import type { TakenValues } from '../../shared/resources/resource-requests.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import { label, string } from '../../shared/validation/rules.js';
import { sshKeyFault, trimmedSshKey } from './ssh-key.rules.js';

/** spec: SSH key. */
export const SSH_KEY = new Resource('SshKeyResponse', 'k', {
  id: integerProperty('Unique ID, which the service assigns.'),
  label: taken(textProperty('A name, for display only.'), { rule: label(0, 64), unset: '', clears: '' }),
  ssh_key: taken(
    textProperty(
      'The public key in the form of OpenSSH: type, key, comment. The root user of new instances gets it.',
      { filter: false },
    ),
    { rule: string(sshKeyFault), stored: trimmedSshKey },
  ),
  created: timeProperty('When the key was added.'),
});

/** A row of `SSH_KEY.columns()`. */
export type SshKeyRow = Shown<typeof SSH_KEY.fields>;
/** The values that a customer sets. */
export type SshKeyValues = TakenValues<typeof SSH_KEY.fields>;
