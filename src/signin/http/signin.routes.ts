/** Where the authorization server's metadata is (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** The addresses of D-146: what `OPTIONS` and the refusal of other methods need to know. */
export const SIGN_IN_ROUTES = [
  { method: 'GET', path: METADATA_PATH },
  { method: 'GET', path: '/oauth/authorize', isPage: true },
  { method: 'GET', path: '/oauth/authorize/:uid', isPage: true },
  { method: 'POST', path: '/oauth/token' },
  { method: 'POST', path: '/oauth/revoke' },
  { method: 'GET', path: '/login', isPage: true },
  { method: 'POST', path: '/login', isPage: true },
  { method: 'GET', path: '/login/:uid', isPage: true },
  { method: 'POST', path: '/login/:uid', isPage: true },
  { method: 'GET', path: '/logout', isPage: true },
  { method: 'POST', path: '/logout', isPage: true },
] as const;
