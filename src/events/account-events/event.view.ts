import { shownTime } from '../../shared/time/date-time.js';

/** An event with the caller's own `read` and `seen`. */
export interface EventRow {
  readonly id: number;
  readonly created: string;
  readonly action: string;
  readonly username: string | null;
  readonly entityType: string;
  readonly entityId: number | null;
  readonly entityKey: string | null;
  readonly entityLabel: string;
  readonly entityUrl: string;
  readonly secondaryEntity: object | null;
  readonly status: string;
  readonly percentComplete: number;
  readonly duration: number | null;
  readonly message: string | null;
  readonly read: boolean;
  readonly seen: boolean;
}

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
