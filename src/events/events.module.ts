import { Global, Module } from '@nestjs/common';
import { EventCountsRepository } from './event-counts.repository.js';
import { EventCountsService } from './event-counts.service.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

@Global()
@Module({
  providers: [EventCountsRepository, EventCountsService, EventsRepository, EventsService],
  exports: [EventCountsService, EventsService],
})
export class EventsModule {}
