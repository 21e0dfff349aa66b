import { append } from '../database/statement.js';

/** The bench measures it, with every change. The rows are in the order of the JSON array `$8`. */
export const INSERT_EVENT = append<{ id: number }>(
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
