import type { Columns } from '../../database/statement.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { EventEntity } from '../event.entity.js';

/** An event with the caller's own `read` and `seen`. */
export type EventRow = Omit<
  Columns<EventEntity, keyof EventEntity>,
  'accountId' | 'userId' | 'grantedKind' | 'grantedId' | 'tokenId' | 'clientAddress' | 'requestId'
> & { readonly read: boolean; readonly seen: boolean };

/** D-132. */
export function eventView(row: EventRow) {
  return {
    id: row.id,
    created: shownTime(row.created),
    action: row.action,
    username: row.username,
    entity: {
      id: row.entityId ?? row.entityKey,
      label: row.entityLabel,
      type: row.entityType,
      url: row.entityUrl,
    },
    secondary_entity: row.secondaryEntity,
    status: row.status,
    percent_complete: row.percentComplete,
    time_remaining: null,
    rate: null,
    duration: row.duration,
    message: row.message,
    read: row.read,
    seen: row.seen,
  };
}
