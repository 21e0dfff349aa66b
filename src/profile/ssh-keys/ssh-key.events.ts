import type { EntityReference } from '../../events/event.js';
import type { SshKeyEntity } from './ssh-key.entity.js';

/** The entity of events about an SSH key (D-134). */
export function sshKeyReference({ id, label }: Pick<SshKeyEntity, 'id' | 'label'>): EntityReference {
  return { id, label, type: 'user_ssh_key', url: `/v4/profile/sshkeys/${id}` };
}
