import type { Area } from '../shared/areas/area.js';
import { EventCountsService } from './event-counts.service.js';
import { EventsModule } from './events.module.js';
import { EventsService } from './events.service.js';

export const eventsArea: Area = {
  module: EventsModule,
  jobs: ({ get, tidy, clock, settings }) => [
    tidy('events', (tx, limit) => get(EventsService).tidy(tx, clock.daysAgo(settings.eventDays), limit)),
    {
      name: 'events.counts',
      everySeconds: settings.jobIntervalSeconds,
      run: () => get(EventCountsService).countAll(),
    },
  ],
};
