import { CALLER } from '../../auth/caller.js';
import { query } from '../../database/statement.js';
import { booleanField, numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';
import type { EventRow } from './event.view.js';
import { VISIBLE_EVENT } from './visible-event.js';

const SEEN = '(e.id <= u.events_seen_id)';
const READ = 'EXISTS (SELECT FROM event_reads r WHERE r.user_id = caller.user_id AND r.event_id = e.id)';
const COLUMNS = `e.id, e.created, e.action, e.username, e.entity_type AS "entityType", e.entity_id AS "entityId",
  e.entity_key AS "entityKey",
  e.entity_label AS "entityLabel", e.entity_url AS "entityUrl", e.secondary_entity AS "secondaryEntity", e.status,
  e.percent_complete AS "percentComplete", e.duration, e.message, ${READ} AS read, ${SEEN} AS seen`;
const CALLING_USER = 'caller JOIN users u ON u.id = caller.user_id';
const FROM = `${CALLING_USER} JOIN events e ON e.account_id = caller.account_id`;

export const EVENTS = new Collection<EventRow>({
  name: 'events.list',
  with: CALLER,
  select: COLUMNS,
  of: CALLING_USER,
  from: 'events e',
  where: `e.account_id = caller.account_id AND ${VISIBLE_EVENT}`,
  order: 'e.id DESC',
  key: 'e.id',
  // Who sees all is told the size of an index's range: no event is read for it.
  total: `SELECT CASE WHEN caller.restricted AND caller.account_access IS NULL
      THEN (SELECT count(*) FROM events e WHERE e.account_id = caller.account_id AND ${VISIBLE_EVENT})
      ELSE (SELECT count(*) FROM events e WHERE e.account_id = caller.account_id) END
    FROM caller`,
  fields: {
    id: numberField('e.id'),
    action: stringField('e.action'),
    created: timeField('e.created'),
    username: stringField('e.username'),
    status: stringField('e.status'),
    'entity.id': numberField('e.entity_id', { text: stringField('e.entity_key') }),
    'entity.type': stringField('e.entity_type'),
    read: booleanField(READ),
    seen: booleanField(SEEN),
  },
});

export const VIEW = query<EventRow>(
  'events.view',
  `WITH ${CALLER} SELECT ${COLUMNS} FROM ${FROM} WHERE e.id = $2 AND ${VISIBLE_EVENT}`,
);
