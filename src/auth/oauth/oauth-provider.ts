import { Inject, Injectable } from '@nestjs/common';
import Provider, {
  errors,
  interactionPolicy,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { canonicalScopes, SCOPES, WILDCARD, within } from '../../access/scope.rules.js';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { FailureLog } from '../failure-log.js';
import { authorizeError } from '../pages/authorize-error.js';
import { Pages } from '../pages/pages.js';
import { LoginUsersRepository } from '../login/login-users.repository.js';
import { ClientSecrets } from './client-secrets.js';
import type { FormRequest } from './form-request.js';
import { signingKey } from './signing-key.js';
import { OAuthAdapters } from './oauth-adapters.js';
import { noteRedirectUri, requireRedirectUriAtExchange } from './redirect-uri-at-exchange.js';
import { RequestWrites } from './request-writes.js';
import { limitStoredRequests, requireStorableState } from './stored-requests.js';
import { formatTokenResponses } from './token-responses.js';

const ACCESS_TOKEN_SECONDS = 7200;
const CODE_SECONDS = 600;
/** Lifetime of an authorization request after its user has begun to sign in. */
export const LOGIN_SECONDS = 3600;
/** Refresh tokens do not expire (D-89), but the library needs a number. */
const REFRESH_TOKEN_SECONDS = 10 * 365 * 86400;

/** The OAuth library, configured as D-146 to D-154 decide. */
@Injectable()
export class OAuthProvider extends Provider {
  constructor(
    @Inject(SETTINGS) { publicUrl }: Settings,
    database: Database,
    users: LoginUsersRepository,
    adapters: OAuthAdapters,
    secrets: ClientSecrets,
    writes: RequestWrites,
    encryption: Encryption,
    pages: Pages,
    log: FailureLog,
  ) {
    super(publicUrl, {
      adapter: (kind) => adapters.of(kind),
      ...protocol(),
      cookies: cookies(encryption),
      jwks: { keys: [signingKey(encryption.derivedKey('signin signing key'))] },
      findAccount: async ({ oidc }, accountId) => {
        const user = await users.findSignedIn(database, Number(accountId));
        // The library fails on the result of a consent whose user is gone.
        if (!user && oidc.result) throw new errors.AccessDenied('the consent has ended');
        return user ? { accountId, claims: () => ({ sub: accountId }) } : undefined;
      },
      renderError: authorizeError(pages.frame),
    });
    // The library may trust the forwarded headers: `OAuthController` sets them.
    this.proxy = true;
    limitStoredRequests(this);
    requireRedirectUriAtExchange(this);
    formatTokenResponses(this, writes, log);
    compareWith(secrets, this);
  }

  /** Leaves out the mode whose page sends a form to the application: `form-action` forbids that. */
  override registerResponseMode(...[name, handler]: Parameters<Provider['registerResponseMode']>): void {
    if (name !== 'form_post') super.registerResponseMode(name, handler);
  }
}

type Client = InstanceType<Provider['Client']>;

function compareWith(secrets: ClientSecrets, provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function (this: Client, presented: string) {
    const { address } = Provider.ctx?.req as FormRequest;
    return secrets.matches(this.clientId, Buffer.from(this.clientSecret ?? '', 'hex'), presented, address);
  };
}

function protocol(): Configuration {
  return {
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    // A path without a host: the browser stays on the host that it used.
    interactions: { url: (_, { uid }) => `/login/${uid}`, policy: interactionPolicy.base() },
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
 * Replaces `scope` or `scopes`, in any spelling of D-42, by the canonical scope, which is required
 * (D-147, D-173). Reads the original query, because the library has already dropped the scopes that
 * it does not know.
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

/**
 * Every refresh rotates the token (D-152). It may narrow the scope to what the old scope covers;
 * `*` covers everything.
 */
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
