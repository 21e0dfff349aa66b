import { Module } from '@nestjs/common';
import { TwoFactorModule } from '../access/two-factor/two-factor.module.js';
import { FailureLog } from './failure-log.js';
import { AuthorizationController } from './http/authorization.controller.js';
import { LoginController } from './http/login.controller.js';
import { LoginSteps } from './http/login-steps.js';
import { MetadataController } from './http/metadata.controller.js';
import { OAuthController } from './http/oauth.controller.js';
import { Pages } from './pages/pages.js';
import { PasskeysController } from './http/passkeys.controller.js';
import { GivenAccessController } from './http/given-access.controller.js';
import { SecurityController } from './http/security.controller.js';
import { LoginCookies } from './login/cookies.js';
import { Csrf } from './login/csrf.js';
import { TrustedDevicesRepository } from './login/trusted-devices.repository.js';
import { GivenAccessService } from './login/given-access.service.js';
import { AccountSecurity } from './login/account-security.service.js';
import { CompletedLogins } from './login/completed-logins.js';
import { CurrentPassword } from './login/current-password.js';
import { KnownBrowsers } from './login/known-browsers.js';
import { LoginHistoryRepository } from './login/login-history.repository.js';
import { LoginService } from './login/login.service.js';
import { LoginUsersRepository } from './login/login-users.repository.js';
import { PendingLoginsRepository } from './login/pending-logins.repository.js';
import { LiveLogins } from './login/live-logins.js';
import { LoginSessionsRepository } from './login/login-sessions.repository.js';
import { AccessTokenAdapter } from './oauth/access-token.adapter.js';
import { AccessTokensRepository } from './oauth/access-tokens.repository.js';
import { Consents } from './oauth/consents.js';
import { ClientSecrets } from './oauth/client-secrets.js';
import { ClientAdapter } from './oauth/client.adapter.js';
import { GrantAdapter } from './oauth/grant.adapter.js';
import { OAuthGrantsRepository } from './oauth/oauth-grants.repository.js';
import { GrantRevocations } from './oauth/grant-revocations.js';
import { OAuthPayloadsRepository } from './oauth/oauth-payloads.repository.js';
import { OAuthPayloadsService } from './oauth/oauth-payloads.service.js';
import { OAuthProvider } from './oauth/oauth-provider.js';
import { PendingAuthorizations } from './oauth/pending-authorizations.js';
import { RequestWrites } from './oauth/request-writes.js';
import { OAuthAdapters } from './oauth/oauth-adapters.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { PasskeyLogins } from './passkeys/passkey-logins.service.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { Passkeys } from './passkeys/passkeys.service.js';
import { RelyingParty } from './passkeys/relying-party.js';

/** The OAuth authorization server and the sign-in pages (D-146 to D-154). */
@Module({
  imports: [TwoFactorModule],
  controllers: [
    MetadataController,
    OAuthController,
    LoginController,
    GivenAccessController,
    SecurityController,
    PasskeysController,
    // Last: its path has a parameter where the others have names.
    AuthorizationController,
  ],
  providers: [
    FailureLog,
    Pages,
    LoginCookies,
    LoginSteps,
    Csrf,
    LoginService,
    AccountSecurity,
    GivenAccessService,
    CompletedLogins,
    CurrentPassword,
    KnownBrowsers,
    LoginUsersRepository,
    LoginHistoryRepository,
    LiveLogins,
    LoginSessionsRepository,
    PendingLoginsRepository,
    TrustedDevicesRepository,
    PasskeyChallenges,
    PasskeyLogins,
    Passkeys,
    PasskeysRepository,
    RelyingParty,
    OAuthAdapters,
    RequestWrites,
    ClientAdapter,
    ClientSecrets,
    Consents,
    GrantAdapter,
    OAuthGrantsRepository,
    GrantRevocations,
    AccessTokenAdapter,
    AccessTokensRepository,
    OAuthPayloadsService,
    OAuthPayloadsRepository,
    OAuthProvider,
    PendingAuthorizations,
  ],
})
export class AuthModule {}
