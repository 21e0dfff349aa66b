import type { OAuthClient } from '../auth/oauth-clients/oauth-client.js';
import type { User } from '../auth/users/user.js';
import type { EventEntity } from '../events/event.js';

/** How events name a user (D-134). */
export function userEntity({ id, username }: Pick<User, 'id' | 'username'>): EventEntity {
  return { id, label: username, type: 'user', url: `/v4/account/users/${username}` };
}

/** How events name an OAuth client (D-134). */
export function clientEntity({ id, label }: Pick<OAuthClient, 'id' | 'label'>): EventEntity {
  return { id, label, type: 'oauth_client', url: `/v4/account/oauth-clients/${id}` };
}
