import { Inject, Injectable } from '@nestjs/common';
import type { Request, Router } from 'express';
import { OAuthClientsRepository } from '../access/oauth-clients/oauth-clients.repository.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { Database } from '../database/database.js';
import type { AnsweredRequest } from '../shared/http/response/response-headers.js';
import { LOGGER, type Logger } from '../shared/log/logger.js';
import { SignInLimit } from '../shared/limits/sign-in-limit.js';
import { Encryption } from '../shared/secrets/encryption.js';
import { authorizeError } from './http/authorize-error.js';
import { AuthorizationHandlers } from './http/authorization.handlers.js';
import { LoginHandlers } from './http/login.handlers.js';
import { LoginPageHandlers } from './http/login-page.handlers.js';
import { OAuthHandlers } from './http/oauth.handlers.js';
import { Pages } from './http/pages.js';
import { signInRouter } from './http/sign-in.router.js';
import { PasskeyHandlers } from './http/passkey.handlers.js';
import { SecurityHandlers } from './http/security.handlers.js';
import { AccountSecurity } from './login/account-security.service.js';
import { CurrentPassword } from './login/current-password.js';
import { LoginCookies } from './login/cookies.js';
import { Csrf } from './login/csrf.js';
import { LoginService } from './login/login.service.js';
import { PasskeyLogins } from './passkeys/passkey-logins.service.js';
import { Passkeys } from './passkeys/passkeys.service.js';
import { Consents } from './oauth/consents.js';
import { ClientSecrets } from './oauth/client-secrets.js';
import { formatTokenResponses } from './oauth/token-responses.js';
import { LOGIN_SECONDS, oauthProvider } from './oauth/oauth-provider.js';
import { OAuthPayloadsService } from './oauth/oauth-payloads.service.js';
import { OAuthUsersRepository } from './oauth/oauth-users.repository.js';
import { RequestWrites } from './oauth/request-writes.js';
import { OAuthAdapters } from './oauth/oauth-adapters.js';

/** Builds the router of the authorization server and its pages, which runs beside the API (D-146). */
@Injectable()
export class SignIn {
  constructor(
    private readonly database: Database,
    private readonly clients: OAuthClientsRepository,
    private readonly users: OAuthUsersRepository,
    private readonly adapters: OAuthAdapters,
    private readonly writes: RequestWrites,
    private readonly consents: Consents,
    private readonly security: AccountSecurity,
    private readonly passkeys: Passkeys,
    private readonly passkeyLogins: PasskeyLogins,
    private readonly currentPassword: CurrentPassword,
    private readonly payloads: OAuthPayloadsService,
    private readonly limit: SignInLimit,
    private readonly secrets: ClientSecrets,
    private readonly loginService: LoginService,
    private readonly encryption: Encryption,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  router(): Router {
    const { serviceName, trustedDeviceDays } = this.settings;
    const publicUrl = new URL(this.settings.publicUrl);
    const pages = new Pages({ serviceName });
    const provider = this.provider(pages);
    const cookies = new LoginCookies();
    const csrf = new Csrf(this.encryption.derivedKey('signin csrf'), cookies);
    const login = new LoginHandlers(
      this.loginService,
      this.passkeyLogins,
      cookies,
      csrf,
      pages,
      trustedDeviceDays,
    );
    const findClient = (id: string) => this.clients.find(this.database, id);
    return signInRouter({
      oauth: new OAuthHandlers(provider, publicUrl, pages),
      authorization: new AuthorizationHandlers(
        provider,
        findClient,
        login,
        csrf,
        pages,
        (uid) => this.payloads.extend(uid, LOGIN_SECONDS),
        this.consents,
      ),
      login: new LoginPageHandlers(login, csrf, pages),
      passkeys: new PasskeyHandlers(this.passkeys, this.currentPassword, login, cookies, csrf, pages),
      security: new SecurityHandlers(this.security, login, cookies, csrf, pages),
      pages,
      limit: this.limit,
      log: (error, request) => this.log(error, request),
    });
  }

  private provider(pages: Pages) {
    const provider = oauthProvider({
      publicUrl: this.settings.publicUrl,
      encryption: this.encryption,
      adapters: this.adapters,
      secrets: this.secrets,
      userExists: (userId) => this.users.exists(this.database, userId),
      renderError: authorizeError(pages),
    });
    formatTokenResponses(provider, this.writes, (error, request) => this.log(error, request as Request));
    return provider;
  }

  private log(error: unknown, request: Request): void {
    const { requestId } = request as AnsweredRequest;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    this.logger.error({ requestId, err: cause }, 'sign-in request failed');
  }
}
