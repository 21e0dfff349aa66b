import { CALLER } from '../../access/caller.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { booleanField, numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';
import { EVENTS_OF_ACCOUNT } from '../event-counts.sql.js';
import type { EventRow } from './event.view.js';
import { SEES_ALL_EVENTS, VISIBLE_EVENT, VISIBLE_EVENT_IDS } from './visible-event.js';

const SEEN = '(e.id <= u.events_seen_id)';
const READ = 'EXISTS (SELECT FROM event_reads r WHERE r.user_id = caller.user_id AND r.event_id = e.id)';
const COLUMNS = `e.id, e.created, e.action, e.username, e.entity_type AS "entityType", e.entity_id AS "entityId",
  e.entity_key AS "entityKey",
  e.entity_label AS "entityLabel", e.entity_url AS "entityUrl", e.secondary_entity AS "secondaryEntity", e.status,
  e.percent_complete AS "percentComplete", e.duration, e.message, ${READ} AS read, ${SEEN} AS seen`;
const CALLING_USER = 'caller JOIN users u ON u.id = caller.user_id';

const FIELDS = {
  id: numberField('e.id'),
  action: stringField('e.action'),
  created: timeField('e.created'),
  username: stringField('e.username'),
  status: stringField('e.status'),
  'entity.id': numberField('e.entity_id', { text: stringField('e.entity_key') }),
  'entity.type': stringField('e.entity_type'),
  read: booleanField(READ),
  seen: booleanField(SEEN),
};

/** For callers who see all events of the account. */
export const EVENTS = new Collection<EventRow>({
  name: 'events.events.list',
  with: CALLER,
  select: COLUMNS,
  of: `${CALLING_USER} AND ${SEES_ALL_EVENTS}`,
  from: 'events e',
  where: 'e.account_id = caller.account_id',
  key: { 'e.id': 'bigint' },
  descending: true,
  total: `SELECT ${EVENTS_OF_ACCOUNT} FROM caller WHERE ${SEES_ALL_EVENTS}`,
  fields: FIELDS,
});

/**
 * For restricted callers. The cost depends on the events that they may see, not on those of the
 * account (D-225).
 */
export const EVENTS_OF_RESTRICTED = new Collection<EventRow>({
  name: 'events.events.listOfRestricted',
  with: `${CALLER}, visible (id) AS MATERIALIZED (${VISIBLE_EVENT_IDS})`,
  select: COLUMNS,
  // OFFSET 0 prevents the planner from joining all events before it has the page.
  from: `visible v CROSS JOIN LATERAL (SELECT * FROM events WHERE id = v.id OFFSET 0) e
    CROSS JOIN (SELECT caller.user_id, users.events_seen_id FROM caller JOIN users ON users.id = caller.user_id) u
    JOIN caller ON true`,
  where: 'e.account_id = caller.account_id',
  key: { 'v.id': 'bigint' },
  descending: true,
  fields: FIELDS,
});

export const EVENT_LOOKUP = {
  params: ['eventId'],
  key: 'number',
  from: 'users u JOIN events e ON e.account_id = u.account_id',
  where: `u.id = caller.user_id AND e.id = $3 AND ${VISIBLE_EVENT}`,
  shown: COLUMNS,
  rows: 'e',
} as const satisfies PathLookup;
