import { Module } from '@nestjs/common';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountsService } from './accounts/accounts.service.js';
import { BillingController } from './billing/billing.controller.js';
import { BillingService } from './billing/billing.service.js';
import { PlatformInstancesController } from './instances/platform-instances.controller.js';
import { PlatformInstancesService } from './instances/platform-instances.service.js';
import { PlatformClientsController } from './oauth-clients/platform-clients.controller.js';
import { PlatformClientsService } from './oauth-clients/platform-clients.service.js';
import { PlatformUsersController } from './users/platform-users.controller.js';
import { PlatformUsersService } from './users/platform-users.service.js';

@Module({
  controllers: [
    AccountsController,
    BillingController,
    PlatformUsersController,
    PlatformClientsController,
    PlatformInstancesController,
  ],
  providers: [
    AccountsRepository,
    AccountsService,
    BillingService,
    PlatformClientsService,
    PlatformUsersService,
    PlatformInstancesService,
  ],
  exports: [AccountsService, PlatformInstancesService],
})
export class PlatformModule {}
