import { Module } from '@nestjs/common';
import { AccountEventsService } from './events/account-events.service.js';
import { EventsController } from './events/events.controller.js';
import { EventsRepository } from './events/events.repository.js';
import { RegionsController } from './regions/regions.controller.js';
import { RegionsRepository } from './regions/regions.repository.js';

@Module({
  controllers: [EventsController, RegionsController],
  providers: [AccountEventsService, EventsRepository, RegionsRepository],
})
export class AccountModule {}
