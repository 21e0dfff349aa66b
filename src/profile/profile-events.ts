import type { Caller } from '../auth/caller.js';
import type { EntityReference } from '../events/event.js';

interface Labelled {
  readonly id: number;
  readonly label: string;
}

/** How events name the acting user's own settings, two-factor authentication too (D-134). */
export function profileEntity({ userId, username }: Pick<Caller, 'userId' | 'username'>): EntityReference {
  return { id: userId, label: username, type: 'profile', url: '/v4/profile' };
}

/** How events name an SSH key (D-134). */
export function sshKeyEntity({ id, label }: Labelled): EntityReference {
  return { id, label, type: 'user_ssh_key', url: `/v4/profile/sshkeys/${id}` };
}

/** How events name a personal access token (D-134). */
export function tokenEntity({ id, label }: Labelled): EntityReference {
  return { id, label, type: 'token', url: `/v4/profile/tokens/${id}` };
}
