import { Global, Module } from '@nestjs/common';
import { AccessGuard } from './access.guard.js';
import { AccessInterceptor } from './access.interceptor.js';
import { CredentialsRepository } from './credentials/credentials.repository.js';
import { TokensRepository } from './credentials/tokens.repository.js';
import { GrantsRepository } from './grants/grants.repository.js';
import { GrantsService } from './grants/grants.service.js';
import { UsersRepository } from './users/users.repository.js';
import { UsersService } from './users/users.service.js';

const PROVIDERS = [
  AccessGuard,
  AccessInterceptor,
  CredentialsRepository,
  TokensRepository,
  GrantsRepository,
  GrantsService,
  UsersRepository,
  UsersService,
];

@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class AuthModule {}
