import Provider, {
  errors,
  interactionPolicy,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { canonicalScopes, SCOPES, WILDCARD, within } from '../../auth/scope.rules.js';
import type { Encryption } from '../../shared/secrets/encryption.js';
import type { ClientSecrets } from './client-secrets.js';
import type { FormRequest } from './form-request.js';
import { signingKey } from './signing-key.js';
import type { OAuthStorage } from './storage.js';

const ACCESS_TOKEN_SECONDS = 7200;
const CODE_SECONDS = 600;
const LOGIN_SECONDS = 3600;
/** Refresh tokens end by use and by revocation; the library wants a number. */
const REFRESH_TOKEN_SECONDS = 10 * 365 * 86400;

export interface OAuthProviderOptions {
  readonly publicUrl: string;
  readonly encryption: Encryption;
  readonly storage: OAuthStorage;
  readonly secrets: ClientSecrets;
  readonly userExists: (userId: number) => Promise<boolean>;
  readonly renderError: NonNullable<Configuration['renderError']>;
}

/** The OAuth 2 authorization server (D-146..D-154): the library, set to the decisions. */
export function oauthProvider(options: OAuthProviderOptions): Provider {
  const provider = new Provider(options.publicUrl, configuration(options));
  // All that it builds addresses from is set by `OAuthHandlers`, from PUBLIC_URL.
  provider.proxy = true;
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
  storage,
  userExists,
  renderError,
}: OAuthProviderOptions): Configuration {
  return {
    adapter: (kind) => storage.of(kind),
    ...protocol(),
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    cookies: cookies(encryption),
    jwks: { keys: [signingKey(encryption.derivedKey('signin signing key'))] },
    // A path alone: the login goes on under the name that the browser came by.
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
    extraParams: { scopes: settleScope },
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

/**
 * `scope` or `scopes`, in any spelling of D-42, becomes the canonical one; it is required (D-147, D-173). Taken from the
 * query as it came: by now the library has dropped what it doesn't know.
 */
function settleScope({ query, oidc }: KoaContextWithOIDC): void {
  if (query.response_mode && query.response_mode !== 'query') {
    throw new errors.InvalidRequest('response_mode must be query');
  }
  const scope = canonicalScopes(String(query.scope || query.scopes || ''));
  if (scope === undefined)
    throw new errors.InvalidScope('scope is missing or names one that does not exist', '');
  (oidc.params as Record<string, string>).scope = scope;
}

/** Every refresh rotates (D-152). What it may narrow to is what the old token's scopes cover: `*` covers everything. */
function narrowScope({ req, oidc }: KoaContextWithOIDC): boolean {
  const { narrowedScope } = req as FormRequest;
  if (narrowedScope === undefined) return true;
  const held = oidc.entities.RefreshToken?.scope ?? '';
  if (narrowedScope === null || !within(narrowedScope, held)) {
    throw new errors.InvalidScope('scope goes beyond what was granted', '');
  }
  oidc.entities.Grant?.addOIDCScope(narrowedScope);
  (oidc.params as Record<string, string>).scope = narrowedScope;
  return true;
}
