import { Module } from '@nestjs/common';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountsService } from './accounts/accounts.service.js';
import { PlatformInstancesController } from './instances/platform-instances.controller.js';
import { PlatformInstancesService } from './instances/platform-instances.service.js';
import { ClientsLookup } from './users/clients-lookup.js';
import { PlatformUsersController } from './users/platform-users.controller.js';
import { PlatformUsersService } from './users/platform-users.service.js';

@Module({
  controllers: [AccountsController, PlatformUsersController, PlatformInstancesController],
  providers: [
    AccountsRepository,
    AccountsService,
    PlatformUsersService,
    PlatformInstancesService,
    ClientsLookup,
  ],
  exports: [AccountsService, PlatformInstancesService],
})
export class PlatformModule {}
