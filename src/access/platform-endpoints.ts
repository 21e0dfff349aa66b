import type { EndpointRow } from './endpoint.js';
import { platform } from './endpoint-rows.js';

/** The endpoints of the Platform API. */
export const PLATFORM_ENDPOINTS = {
  'platform.account.create': platform('POST', 'accounts'),
  'platform.account.delete': platform('DELETE', 'accounts/:accountId', 'account'),
  'platform.account.billing': platform('PUT', 'accounts/:accountId/billing', 'account'),
  'platform.user.create': platform('POST', 'accounts/:accountId/users', 'account'),
  'platform.user.password': platform('PUT', 'users/:username/password', 'user'),
  'platform.user.delete': platform('DELETE', 'users/:username', 'user'),
  'platform.user.grants': platform('PUT', 'users/:username/grants', 'user'),
  'platform.token.create': platform('POST', 'users/:username/tokens', 'user'),
  'platform.client.create': platform('POST', 'oauth-clients'),
  'platform.instance.put': platform('PUT', 'instances/:instanceId'),
  'platform.instance.view': platform('GET', 'instances/:instanceId'),
  'platform.instance.delete': platform('DELETE', 'instances/:instanceId', 'instance'),
  'platform.holder.view': platform('GET', 'domains/:name/holder'),
  'platform.holder.put': platform('PUT', 'domains/:name/holder'),
  'platform.holder.delete': platform('DELETE', 'domains/:name/holder'),
  'platform.image.publish': platform('PUT', 'images/:name'),
  'platform.image.data': platform('GET', 'images/*imageId/data'),
} as const satisfies Readonly<Record<string, EndpointRow>>;
