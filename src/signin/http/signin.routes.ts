/** Where the authorization server's metadata is (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** The addresses of D-146: what `OPTIONS` and the refusal of other methods need to know. */
export const SIGN_IN_ROUTES = [
  { method: 'GET', path: METADATA_PATH },
  { method: 'GET', path: '/oauth/authorize' },
  { method: 'GET', path: '/oauth/authorize/:uid' },
  { method: 'POST', path: '/oauth/token' },
  { method: 'POST', path: '/oauth/revoke' },
  { method: 'GET', path: '/login' },
  { method: 'POST', path: '/login' },
  { method: 'GET', path: '/login/:uid' },
  { method: 'POST', path: '/login/:uid' },
  { method: 'GET', path: '/logout' },
  { method: 'POST', path: '/logout' },
] as const;
