import Provider, {
  errors,
  interactionPolicy,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { canonicalScopes, SCOPES, WILDCARD, within } from '../../access/scope.rules.js';
import type { Encryption } from '../../shared/secrets/encryption.js';
import type { ClientSecrets } from './client-secrets.js';
import type { FormRequest } from './form-request.js';
import { signingKey } from './signing-key.js';
import type { OAuthAdapters } from './oauth-adapters.js';
import { noteRedirectUri, requireRedirectUriAtExchange } from './redirect-uri-at-exchange.js';
import { limitStoredRequests, requireStorableState } from './stored-requests.js';

const ACCESS_TOKEN_SECONDS = 7200;
const CODE_SECONDS = 600;
/** How long an authorization request lasts once its user has begun to sign in. */
export const LOGIN_SECONDS = 3600;
/** Refresh tokens do not expire (D-89), but the library needs a number. */
const REFRESH_TOKEN_SECONDS = 10 * 365 * 86400;

export interface OAuthProviderOptions {
  readonly publicUrl: string;
  readonly encryption: Encryption;
  readonly adapters: OAuthAdapters;
  readonly secrets: ClientSecrets;
  readonly userExists: (userId: number) => Promise<boolean>;
  readonly renderError: NonNullable<Configuration['renderError']>;
}

/** Configures the OAuth library as D-146 to D-154 decide. */
export function oauthProvider(options: OAuthProviderOptions): Provider {
  const provider = new Provider(options.publicUrl, configuration(options));
  // The library may trust the forwarded headers: `OAuthHandlers` sets them, from PUBLIC_URL.
  provider.proxy = true;
  limitStoredRequests(provider);
  requireRedirectUriAtExchange(provider);
  provider.Client.prototype.compareClientSecret = function (this: Client, presented: string) {
    const { address } = Provider.ctx?.req as FormRequest;
    return options.secrets.matches(
      this.clientId,
      Buffer.from(this.clientSecret ?? '', 'hex'),
      presented,
      address,
    );
  };
  return provider;
}

type Client = InstanceType<Provider['Client']>;

function configuration({
  encryption,
  adapters,
  userExists,
  renderError,
}: OAuthProviderOptions): Configuration {
  return {
    adapter: (kind) => adapters.of(kind),
    ...protocol(),
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    cookies: cookies(encryption),
    jwks: { keys: [signingKey(encryption.derivedKey('signin signing key'))] },
    // A path without a host, so that the browser stays on the host that it used.
    interactions: { url: (_, { uid }) => `/login/${uid}`, policy: interactionPolicy.base() },
    findAccount: async (_, accountId) =>
      (await userExists(Number(accountId))) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    renderError,
  };
}

function protocol(): Configuration {
  return {
    scopes: [...SCOPES, WILDCARD],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    clientBasedCORS: () => true,
    pkce: { required: (_, client) => client.clientAuthMethod === 'none' },
    extraParams: { scopes: completeRequest },
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: narrowScope,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: REFRESH_TOKEN_SECONDS,
      Interaction: LOGIN_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Session: LOGIN_SECONDS,
    },
  };
}

function cookies(encryption: Encryption): Configuration['cookies'] {
  const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    keys: [encryption.derivedKey('signin cookies').toString('hex')],
    names: { session: 'oauth_session', interaction: 'oauth_login', resume: 'oauth_resume' },
    short: options,
    long: options,
  };
}

/** Runs for each authorization request, with or without `scopes`. */
function completeRequest(context: KoaContextWithOIDC): void {
  normalizeScope(context);
  noteRedirectUri(context);
}

/**
 * Replaces `scope` or `scopes`, in any spelling of D-42, by the canonical scope, which is required (D-147, D-173). Reads
 * the original query, because the library has already dropped the scopes that it does not know.
 */
function normalizeScope({ query, oidc }: KoaContextWithOIDC): void {
  if (query.response_mode && query.response_mode !== 'query') {
    throw new errors.InvalidRequest('response_mode must be query');
  }
  const scope = canonicalScopes(String(query.scope || query.scopes || ''));
  if (scope === undefined)
    throw new errors.InvalidScope('scope is missing or names one that does not exist', '');
  requireStorableState(query.state);
  Object.assign(oidc.params as object, { scope, scopes: undefined });
}

/** Every refresh rotates the token (D-152). It may narrow the scope to what the old scope covers; `*` covers everything. */
function narrowScope({ req, oidc }: KoaContextWithOIDC): boolean {
  const { requestedScope } = req as FormRequest;
  if (requestedScope === undefined) return true;
  const held = oidc.entities.RefreshToken?.scope ?? '';
  if (requestedScope === null || !within(requestedScope, held)) {
    throw new errors.InvalidScope('scope goes beyond what was granted', '');
  }
  oidc.entities.Grant?.addOIDCScope(requestedScope);
  (oidc.params as Record<string, string>).scope = requestedScope;
  return true;
}
