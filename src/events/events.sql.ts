import { command, type Command } from '../database/statement.js';

/** Placeholders for ids that the statement generates. */
export const NEW_ENTITY = '{entity}';
export const NEW_SECONDARY = '{secondary}';

// The order of the events is that of the JSON array `$8`. `format` inserts the new ids into the
// references.
const INSERT = `INSERT INTO events (account_id, user_id, username, token_id, client_address, request_id, created, action, entity_type,
    entity_id, entity_key, entity_label, entity_url, secondary_entity, granted_kind, granted_id, status, percent_complete, message)
  SELECT $1, $2, $3, $4, $5, $6, $7, e.action, e."entityType", coalesce(e."entityId", made.entity_id), e."entityKey", e."entityLabel",
    format(e."entityUrl", made.entity_id, made.secondary_id),
    CASE WHEN made.secondary_id IS NULL THEN e."secondaryEntity" ELSE json_build_object('id', made.secondary_id,
      'label', e."secondaryEntity"->'label', 'type', e."secondaryEntity"->'type',
      'url', format(e."secondaryEntity"->>'url', made.entity_id, made.secondary_id)) END,
    e."grantedKind", format(e."grantedId", made.entity_id, made.secondary_id)::bigint, e.status, e.percent, e.message
  FROM ROWS FROM (json_to_recordset($8) AS (action text, "entityType" text, "entityId" bigint, "entityKey" text, "entityLabel" text,
    "entityUrl" text, "secondaryEntity" json, "grantedKind" text, "grantedId" text, status text, percent integer,
    message text)) WITH ORDINALITY e`;

/** A statement, because the bench measures it with each change. */
export const INSERT_EVENT = command<{ id: number }>(
  'events.events.insert',
  `${INSERT} CROSS JOIN (SELECT NULL::bigint AS entity_id, NULL::bigint AS secondary_id) made ORDER BY e.ordinality RETURNING id`,
);

/**
 * A change that records its events in the same statement. `$1` is the account, `$7` the time; the
 * change's own values start at `$9`.
 * @param parts common table expressions. `made` has a row per event: its `position` from 1, and the
 * ids for `NEW_ENTITY` and `NEW_SECONDARY` as `entity_id` and `secondary_id`
 * @param answer the statement's end
 */
export function recorded<Row = never>(name: string, parts: string, answer: string): Command<Row> {
  return command(
    name,
    `WITH ${parts}, recorded AS (${INSERT} JOIN made ON made.position = e.ordinality ORDER BY e.ordinality) ${answer}`,
  );
}

/**
 * The `made` of a statement with one event, from a part with one row.
 * @param secondaryId SQL of the id, when the statement generates it
 */
export function madeFrom(part: string, secondaryId = 'NULL::bigint'): string {
  return `made AS (SELECT 1 AS position, NULL::bigint AS entity_id, ${secondaryId} AS secondary_id FROM ${part})`;
}
