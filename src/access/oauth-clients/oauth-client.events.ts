import type { OAuthClient } from './oauth-client.js';

/** The entity of events about an OAuth client (D-134). */
export function clientReference({ id, label }: Pick<OAuthClient, 'id' | 'label'>) {
  return { id, label, type: 'oauth_client', url: `/v4/account/oauth-clients/${id}` };
}
