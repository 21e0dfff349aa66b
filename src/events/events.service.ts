import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Tx } from '../database/reader.js';
import { Clock } from '../shared/time/clock.js';
import { EventsRepository } from './events.repository.js';
import { INSERT_EVENT, NEW_ENTITY, NEW_SECONDARY } from './events.sql.js';
import type { Actor, EntityReference, EventStatus, NewEvent } from './event.js';

const PERCENT: Readonly<Record<EventStatus, number>> = {
  scheduled: 0,
  started: 1,
  finished: 100,
  failed: 100,
  notification: 100,
};

const NOTHING_CHANGED = 'Nothing changed.';

const GRANTABLE = new Set(['vpc', 'domain', 'image', 'instance']);

/**
 * Records events in the transaction of the operation, so a refused operation leaves none (D-21).
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  record(tx: Tx, actor: Actor, event: NewEvent): void {
    this.recordAll(tx, actor, [event]);
  }

  /** Records the event of an update; its message says when nothing changed (D-276). */
  recordUpdate(tx: Tx, actor: Actor, event: NewEvent, isChanged: boolean): void {
    this.record(tx, actor, updateEvent(event, isChanged));
  }

  /** Records several events, in this order, without waiting. If it fails, the transaction fails. */
  recordAll(tx: Tx, actor: Actor, events: readonly NewEvent[]): void {
    tx.send(INSERT_EVENT, this.values(actor, ...events));
  }

  /**
   * Records an event that ends later.
   * @returns its id, for `progress`
   */
  async begin(tx: Tx, actor: Actor, event: NewEvent): Promise<number> {
    return (await tx.row(INSERT_EVENT, this.values(actor, event)))!.id;
  }

  /**
   * Changes the status of an event that began as `scheduled`. An event that has ended stays as it
   * is (D-133).
   */
  async progress(
    tx: Tx,
    eventId: number,
    status: 'started' | 'finished' | 'failed',
    message?: string,
  ): Promise<void> {
    const progress = { status, percentComplete: PERCENT[status], message };
    await this.events.progress(tx, eventId, progress, this.clock.now());
  }

  /** Raises the percentage of a started event; a started event never shows 100 percent. */
  async advance(tx: Tx, eventId: number, percent: number): Promise<void> {
    await this.events.advance(tx, eventId, Math.min(percent, 99));
  }

  /** The values `$1` to `$8` of a statement built by `recorded`. */
  values(actor: Actor, ...events: readonly NewEvent[]): unknown[] {
    this.database.request.noteActions(events.map(({ action }) => action));
    const { accountId, userId = null, username = null, tokenId = null } = actor;
    const { address = null, requestId = null } = actor;
    const rows = JSON.stringify(events.map(eventRow));
    return [accountId, userId, username, tokenId, address, requestId, this.clock.now(), rows];
  }
}

/** The event of an update; its message says when nothing changed (D-276). */
export function updateEvent(event: NewEvent, isChanged: boolean): NewEvent {
  return isChanged ? event : { ...event, message: NOTHING_CHANGED };
}

function eventRow({ action, entity, secondaryEntity, status = 'notification', message }: NewEvent) {
  const granted = [entity, secondaryEntity].find((about) => about && GRANTABLE.has(about.type));
  return {
    action,
    entityType: entity.type,
    entityId: typeof entity.id === 'number' ? entity.id : null,
    entityKey: typeof entity.id === 'string' && entity.id !== NEW_ENTITY ? entity.id : null,
    entityLabel: entity.label,
    entityUrl: withNewIds(entity.url),
    secondaryEntity: secondaryEntity && shownEntity(secondaryEntity),
    grantedKind: granted?.type,
    grantedId: granted?.id == null ? null : withNewIds(String(granted.id)),
    status,
    percent: PERCENT[status],
    message,
  };
}

function shownEntity({ id, label, type, url }: EntityReference): EntityReference {
  return { id, label, type, url: id === NEW_SECONDARY ? withNewIds(url) : url };
}

/**
 * Replaces the markers of new ids with arguments of PostgreSQL's `format`. URLs contain no other
 * braces.
 */
function withNewIds(text: string): string {
  return text.replaceAll('%', '%%').replace(NEW_ENTITY, '%1$s').replace(NEW_SECONDARY, '%2$s');
}
