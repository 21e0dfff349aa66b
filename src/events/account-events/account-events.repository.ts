import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { Caller } from '../../access/caller.js';
import { UserEntity } from '../../access/user.entity.js';
import { EventReadEntity } from '../event-read.entity.js';
import type { Tx } from '../../database/reader.js';

@Injectable()
export class AccountEventsRepository {
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
