import { SCOPES, WILDCARD } from '../../access/scope.rules.js';

/** The metadata that client libraries discover (RFC 8414): only what D-146 to D-153 offer. */
export function serverMetadata(publicUrl: URL): object {
  const base = publicUrl.href.replace(/\/$/, '');
  const authentication = ['none', 'client_secret_basic', 'client_secret_post'];
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint: `${base}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: authentication,
    scopes_supported: [...SCOPES, WILDCARD],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
