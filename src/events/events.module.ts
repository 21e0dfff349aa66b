import { Global, Module } from '@nestjs/common';
import { AccountEventsRepository } from './account-events/account-events.repository.js';
import { AccountEventsService } from './account-events/account-events.service.js';
import { EventsController } from './account-events/events.controller.js';
import { EventCountsRepository } from './event-counts.repository.js';
import { EventCountsService } from './event-counts.service.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

/** Records events for the areas, and shows them to the account's users. */
@Global()
@Module({
  controllers: [EventsController],
  providers: [
    EventCountsRepository,
    EventCountsService,
    EventsRepository,
    EventsService,
    AccountEventsRepository,
    AccountEventsService,
  ],
  exports: [EventCountsService, EventsService],
})
export class EventsModule {}
