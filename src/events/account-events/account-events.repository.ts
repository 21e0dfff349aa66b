import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { Caller } from '../../access/caller.js';
import { UserEntity } from '../../access/user.entity.js';
import { EventReadEntity } from '../event-read.entity.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import type { EventRow } from './event.view.js';
import { EVENTS_OF_RESTRICTED, EVENTS } from './account-events.sql.js';

@Injectable()
export class AccountEventsRepository {
  constructor(private readonly database: Database) {}

  list(
    reader: Reader,
    { key, restricted, accountAccess }: Caller,
    request: ListRequest,
  ): Promise<Page<EventRow>> {
    const events = restricted && accountAccess === null ? EVENTS_OF_RESTRICTED : EVENTS;
    return events.page(reader, request, [key]);
  }

  async markRead(tx: Tx, { accountId, userId }: Caller, eventId: number): Promise<void> {
    const reads = tx.repository(EventReadEntity).createQueryBuilder();
    await reads.insert().values({ accountId, userId, eventId }).orIgnore().execute();
  }

  /** Marks the event and all older ones as seen. Never moves the mark back. */
  async markSeen(tx: Tx, userId: number, eventId: number): Promise<void> {
    const isNewer = { id: userId, eventsSeenId: LessThan(eventId) };
    await tx.repository(UserEntity).update(isNewer, { eventsSeenId: eventId });
  }
}
