import { Module } from '@nestjs/common';
import { AccountController } from './account/account.controller.js';
import { AccountRepository } from './account/account.repository.js';
import { AccountService } from './account/account.service.js';
import { AccountClientsRepository } from './oauth-clients/account-clients.repository.js';
import { AccountClientsService } from './oauth-clients/account-clients.service.js';
import { OAuthClientsController } from './oauth-clients/oauth-clients.controller.js';
import { LimitsController } from './limits/limits.controller.js';
import { LimitsRepository } from './limits/limits.repository.js';
import { LimitsService } from './limits/limits.service.js';
import { RegionsController } from './regions/regions.controller.js';
import { RegionsRepository } from './regions/regions.repository.js';
import { UserGrantsController } from './user-grants/user-grants.controller.js';
import { UserGrantsRepository } from './user-grants/user-grants.repository.js';
import { UserGrantsService } from './user-grants/user-grants.service.js';
import { AccountUsersRepository } from './users/account-users.repository.js';
import { AccountUsersService } from './users/account-users.service.js';
import { UsersController } from './users/users.controller.js';

/** The account, its users, grants and OAuth clients for its admin; and the regions. */
@Module({
  controllers: [
    AccountController,
    LimitsController,
    OAuthClientsController,
    RegionsController,
    UserGrantsController,
    UsersController,
  ],
  providers: [
    AccountRepository,
    AccountService,
    AccountClientsRepository,
    AccountClientsService,
    LimitsRepository,
    LimitsService,
    RegionsRepository,
    UserGrantsRepository,
    UserGrantsService,
    AccountUsersRepository,
    AccountUsersService,
  ],
})
export class AccountModule {}
