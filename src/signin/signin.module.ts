import { Module } from '@nestjs/common';
import { TwoFactorModule } from '../auth/two-factor/two-factor.module.js';
import { DevicesRepository } from './login/devices.repository.js';
import { LoginHistoryRepository } from './login/login-history.repository.js';
import { LoginService } from './login/login.service.js';
import { LoginUsersRepository } from './login/login-users.repository.js';
import { PendingLoginsRepository } from './login/pending-logins.repository.js';
import { SessionsRepository } from './login/sessions.repository.js';
import { AccessTokenStorage } from './oauth/access-token.storage.js';
import { AccessTokensRepository } from './oauth/access-tokens.repository.js';
import { ClientSecrets } from './oauth/client-secrets.js';
import { ClientStorage } from './oauth/client.storage.js';
import { GrantStorage } from './oauth/grant.storage.js';
import { GrantsRepository } from './oauth/grants.repository.js';
import { OAuthUsersRepository } from './oauth/oauth-users.repository.js';
import { PayloadsRepository } from './oauth/payloads.repository.js';
import { PayloadsService } from './oauth/payloads.service.js';
import { RequestWrites } from './oauth/request-writes.js';
import { OAuthStorage } from './oauth/storage.js';
import { SignIn } from './signin.js';

/** Sign-in: the OAuth authorization server and the pages that people see (D-146 to D-154). */
@Module({
  imports: [TwoFactorModule],
  providers: [
    LoginService,
    LoginUsersRepository,
    LoginHistoryRepository,
    SessionsRepository,
    PendingLoginsRepository,
    DevicesRepository,
    OAuthStorage,
    RequestWrites,
    ClientStorage,
    ClientSecrets,
    GrantStorage,
    GrantsRepository,
    AccessTokenStorage,
    AccessTokensRepository,
    PayloadsService,
    PayloadsRepository,
    OAuthUsersRepository,
    SignIn,
  ],
  exports: [SignIn],
})
export class SignInModule {}
