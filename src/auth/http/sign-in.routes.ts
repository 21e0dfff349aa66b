/** The address of the authorization server's metadata (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** The addresses of D-146. `OPTIONS` and the 405 of other methods use this list. */
export const SIGN_IN_ROUTES = [
  { method: 'GET', path: METADATA_PATH },
  { method: 'GET', path: '/oauth/authorize', isPage: true },
  { method: 'GET', path: '/oauth/authorize/:uid', isPage: true },
  { method: 'POST', path: '/oauth/token' },
  { method: 'POST', path: '/oauth/revoke' },
  { method: 'GET', path: '/login', isPage: true },
  { method: 'POST', path: '/login', isPage: true },
  { method: 'GET', path: '/login/security', isPage: true },
  { method: 'POST', path: '/login/security', isPage: true },
  { method: 'GET', path: '/login/passkeys', isPage: true },
  { method: 'POST', path: '/login/passkeys', isPage: true },
  { method: 'GET', path: '/login/:uid', isPage: true },
  { method: 'POST', path: '/login/:uid', isPage: true },
  { method: 'GET', path: '/logout', isPage: true },
  { method: 'POST', path: '/logout', isPage: true },
] as const;
