import type { EntityReference, ReferredEntity } from '../../events/event.js';

/** The entity of events about an SSH key (D-134). */
export function sshKeyReference({ id, label }: ReferredEntity): EntityReference {
  return { id, label, type: 'user_ssh_key', url: `/v4/profile/sshkeys/${id}` };
}
