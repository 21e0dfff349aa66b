import type { TokenEntity } from '../token.entity.js';

/** The entity of events about a personal access token (D-134). */
export function tokenReference({ id, label }: Pick<TokenEntity, 'id' | 'label'>) {
  return { id, label, type: 'token', url: `/v4/profile/tokens/${id}` };
}
