import { Module } from '@nestjs/common';
import { AccountController } from './account/account.controller.js';
import { AccountService } from './account/account.service.js';
import { AccountClientsService } from './oauth-clients/account-clients.service.js';
import { OAuthClientsController } from './oauth-clients/oauth-clients.controller.js';
import { LimitsController } from './limits/limits.controller.js';
import { LimitsService } from './limits/limits.service.js';
import { RegionsController } from './regions/regions.controller.js';
import { RegionsService } from './regions/regions.service.js';
import { UserGrantsController } from './user-grants/user-grants.controller.js';
import { UserGrantsService } from './user-grants/user-grants.service.js';
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
    AccountService,
    AccountClientsService,
    LimitsService,
    RegionsService,
    UserGrantsService,
    AccountUsersService,
  ],
})
export class AccountModule {}
