import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/reader.js';
import { command } from '../database/statement.js';
import { Clock } from '../shared/time/clock.js';
import { profileReference, type ActingUser } from './access-events.js';
import type { Actor, EntityReference, EventStatus, NewEvent } from './event.js';

const INSERT = command<{ id: number }>(
  'events.insert',
  `INSERT INTO events (account_id, user_id, username, token_id, client_address, request_id, created, action, entity_type, entity_id,
     entity_key, entity_label, entity_url, secondary_entity, granted_kind, granted_id, status, percent_complete, message)
   SELECT $1, $2, $3, $4, $5, $6, $7, e.action, e."entityType", e."entityId", e."entityKey", e."entityLabel", e."entityUrl",
     e."secondaryEntity", e."grantedKind", e."grantedId", e.status, e.percent, e.message
   FROM ROWS FROM (json_to_recordset($8) AS (action text, "entityType" text, "entityId" bigint, "entityKey" text, "entityLabel" text,
     "entityUrl" text, "secondaryEntity" json, "grantedKind" text, "grantedId" bigint, status text, percent integer,
     message text)) WITH ORDINALITY e
   ORDER BY e.ordinality RETURNING id`,
);

const PROGRESS = command(
  'events.progress',
  `UPDATE events SET status = $2, percent_complete = $3, message = coalesce($4, message),
     duration = CASE WHEN $2 = 'started' THEN NULL ELSE extract(epoch FROM $5::timestamptz - created)::integer END
   WHERE id = $1 AND status IN ('scheduled', 'started')`,
);

const TIDY = command(
  'events.tidy',
  `DELETE FROM events WHERE id IN (
     SELECT id FROM events WHERE created < $1 ORDER BY created LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

const PERCENT: Readonly<Record<EventStatus, number>> = {
  scheduled: 0,
  started: 1,
  finished: 100,
  failed: 100,
  notification: 100,
};

const GRANTABLE = new Set(['vpc', 'domain', 'image', 'instance']);

/** Events are rows of the transaction that they tell of: a refused operation leaves none (D-21). */
@Injectable()
export class EventsService {
  constructor(private readonly clock: Clock) {}

  record(tx: Tx, actor: Actor, event: NewEvent): void {
    this.recordAll(tx, actor, [event]);
  }

  /**
   * Records a change of the user's own access as a `profile_update` (D-134, D-216).
   * @param message what happened, as an `ACCESS_MESSAGES` entry says it
   */
  recordAccessChange(tx: Tx, user: ActingUser, message: string): void {
    this.record(tx, user, { action: 'profile_update', entity: profileReference(user), message });
  }

  /** In this order. */
  recordAll(tx: Tx, actor: Actor, events: readonly NewEvent[]): void {
    tx.send(INSERT, this.values(actor, events));
  }

  /** Records an event that is not over. @returns its id, for `progress`. */
  async begin(tx: Tx, actor: Actor, event: NewEvent): Promise<number> {
    return (await tx.row(INSERT, this.values(actor, [event])))!.id;
  }

  /** Moves an event that began `scheduled`; one that has ended stays as it is (D-133). */
  async progress(
    tx: Tx,
    eventId: number,
    status: 'started' | 'finished' | 'failed',
    message?: string,
  ): Promise<void> {
    await tx.run(PROGRESS, [eventId, status, PERCENT[status], message ?? null, this.clock.now()]);
  }

  /** Removes what is kept no longer (D-131). @returns how many, at most `limit`. */
  tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [before, limit]);
  }

  private values(actor: Actor, events: readonly NewEvent[]): unknown[] {
    const { accountId, userId = null, username = null, tokenId = null } = actor;
    const { address = null, requestId = null } = actor;
    const rows = JSON.stringify(events.map(eventRow));
    return [accountId, userId, username, tokenId, address, requestId, this.clock.now(), rows];
  }
}

function eventRow({ action, entity, secondaryEntity, status = 'notification', message }: NewEvent) {
  const granted = [entity, secondaryEntity].find((about) => about && GRANTABLE.has(about.type));
  return {
    action,
    entityType: entity.type,
    entityId: typeof entity.id === 'number' ? entity.id : null,
    entityKey: typeof entity.id === 'string' ? entity.id : null,
    entityLabel: entity.label,
    entityUrl: entity.url,
    secondaryEntity: secondaryEntity && shownEntity(secondaryEntity),
    grantedKind: granted?.type,
    grantedId: granted?.id,
    status,
    percent: PERCENT[status],
    message,
  };
}

function shownEntity({ id, label, type, url }: EntityReference): EntityReference {
  return { id, label, type, url };
}
