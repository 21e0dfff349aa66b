import type { Area } from '../shared/areas/area.js';
import { Unauthenticated } from '../shared/errors/errors.js';
import { EVENT_LOOKUP } from './account-events/account-events.sql.js';
import { eventView } from './account-events/event.view.js';
import { EventCountsService } from './event-counts.service.js';
import { EventsModule } from './events.module.js';

export const eventsArea: Area = {
  module: EventsModule,
  pathLookups: { event: { ...EVENT_LOOKUP, view: eventView } },
  jobs: ({ get, partitions, settings }) => [
    partitions('events', 'events', settings.eventDays, (before) =>
      get(EventCountsService).countBeforeDrop(before),
    ),
    {
      name: 'events.counts',
      everySeconds: settings.jobIntervalSeconds,
      run: () => get(EventCountsService).countAll(),
    },
  ],
  // The user was deleted while they marked an event as read.
  constraints: { event_reads_user_id_fkey: () => new Unauthenticated() },
};
