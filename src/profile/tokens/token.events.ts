import type { TokenEntity } from '../../auth/credentials/token.entity.js';
import type { EntityReference } from '../../events/event.js';

/** The entity of events about a personal access token (D-134). */
export function tokenEntity({ id, label }: Pick<TokenEntity, 'id' | 'label'>): EntityReference {
  return { id, label, type: 'token', url: `/v4/profile/tokens/${id}` };
}
