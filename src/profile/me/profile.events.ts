import type { Caller } from '../../auth/caller.js';
import type { EntityReference } from '../../events/event.js';

/** The entity of events about the user's own settings, two-factor authentication included (D-134). */
export function profileEntity({ userId, username }: Pick<Caller, 'userId' | 'username'>): EntityReference {
  return { id: userId, label: username, type: 'profile', url: '/v4/profile' };
}
