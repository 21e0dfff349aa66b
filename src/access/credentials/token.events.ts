import type { TokenEntity } from '../token.entity.js';

/** The entity of events about a personal access token (D-134). */
export function tokenReference({ id, label }: Pick<TokenEntity, 'id' | 'label'>) {
  return { id, label, type: 'token', url: `/v4/profile/tokens/${id}` };
}

/** The event of a personal access token that has ended. */
export function tokenDeleted(token: Pick<TokenEntity, 'id' | 'label'>) {
  return { action: 'token_delete', entity: tokenReference(token) } as const;
}
