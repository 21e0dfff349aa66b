import { Global, Module } from '@nestjs/common';
import { AccessFacts } from './access-facts.js';
import { ChangeAdmission } from './change-admission.js';
import { CredentialsRepository } from './credentials/credentials.repository.js';
import { LoginRevocationRepository } from './credentials/login-revocation.repository.js';
import { ApplicationTokensRepository } from './credentials/application-tokens.repository.js';
import { PersonalTokensRepository } from './credentials/personal-tokens.repository.js';
import { TokensRepository } from './credentials/tokens.repository.js';
import { GrantGuard } from './grant.guard.js';
import { GrantsRepository } from './grants/grants.repository.js';
import { GrantsService } from './grants/grants.service.js';
import { NarrowingRepository } from './narrowing/narrowing.repository.js';
import { AuthorizedAppsRepository } from './oauth-clients/authorized-apps.repository.js';
import { OAuthClientsRepository } from './oauth-clients/oauth-clients.repository.js';
import { OAuthClientsService } from './oauth-clients/oauth-clients.service.js';
import { CurrentObjects } from '../shared/http/conditions/current-objects.js';
import { PathObjects } from './path-objects.js';
import { PathLookups } from './path-lookups.js';
import { ScopeGuard } from './scope.guard.js';
import { AppAccess } from './users/app-access.js';
import { UsersRepository } from './users/users.repository.js';
import { UsersService } from './users/users.service.js';

const PROVIDERS = [
  AccessFacts,
  ChangeAdmission,
  ScopeGuard,
  GrantGuard,
  CredentialsRepository,
  LoginRevocationRepository,
  ApplicationTokensRepository,
  PersonalTokensRepository,
  TokensRepository,
  NarrowingRepository,
  PathLookups,
  PathObjects,
  { provide: CurrentObjects, useExisting: PathObjects },
  GrantsRepository,
  GrantsService,
  AuthorizedAppsRepository,
  OAuthClientsRepository,
  OAuthClientsService,
  AppAccess,
  UsersRepository,
  UsersService,
];

@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class AccessModule {}
