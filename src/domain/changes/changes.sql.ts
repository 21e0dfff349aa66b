import { command, query } from '../../database/statement.js';
import { fqdnOf, TYPED_VALUES, valueColumns, valuesFrom } from '../records/record-columns.sql.js';
import { RECORD, type StoredRecord } from '../records/record.resource.js';

const COLUMNS = `${RECORD.properties()}, r.rdata`;
const FQDN = fqdnOf('n.name', '$3::text');

// Statements, because they change many records at once, or join records with each other.

/** All records at the names $4, and at those of the records $3. */
export const RECORDS_AT = query<StoredRecord>(
  'domain.changes.recordsAt',
  `WITH names AS (
     SELECT unnest($4::text[]) AS fqdn
     UNION SELECT o.fqdn FROM records o WHERE o.account_id = $1 AND o.domain_id = $2 AND o.id = ANY ($3::bigint[]))
   SELECT ${COLUMNS} FROM names JOIN records r ON r.fqdn = names.fqdn
   WHERE r.account_id = $1 AND r.domain_id = $2 ORDER BY r.id`,
);
export const ALL_RECORDS = query<StoredRecord>(
  'domain.changes.allRecords',
  `SELECT ${COLUMNS} FROM records r WHERE r.account_id = $1 AND r.domain_id = $2 ORDER BY r.id`,
);
/** Changes records to those of the JSON array $4; $3 is the domain's name. */
export const UPDATE_MANY = command(
  'domain.changes.updateMany',
  `UPDATE records r SET updated = $5, ${valuesFrom('n')}, fqdn = ${FQDN}
   FROM json_to_recordset($4) AS n(id bigint, ${TYPED_VALUES})
   WHERE r.account_id = $1 AND r.domain_id = $2 AND r.id = n.id`,
);
/**
 * SQL: brings the records of a JSON array back into the domain `$2`, as they were and with their notes (D-301); `$3` is the
 * domain's name.
 * @param from a relation with the members of the array
 */
function broughtBack(from: string): string {
  return `WITH noted AS (
     UPDATE record_notes SET ended = NULL FROM ${from} AS n(id bigint)
     WHERE account_id = $1 AND domain_id = $2 AND record_id = n.id)
   INSERT INTO records (account_id, domain_id, id, created, updated, ${valueColumns()}, fqdn)
   OVERRIDING SYSTEM VALUE
   SELECT $1, $2, n.id, n.created, n.updated, ${valueColumns('n')}, ${FQDN}
   FROM ${from} AS n(id bigint, created timestamptz, updated timestamptz, ${TYPED_VALUES}) ORDER BY n.id`;
}
export const BRING_BACK = command('domain.changes.bringBack', broughtBack('json_to_recordset($4)'));
/** Brings back all records of a deleted domain, which exists again. They may be many, so they stay in the database. */
export const BRING_BACK_ALL = command(
  'domain.changes.bringBackAll',
  broughtBack(
    'json_to_recordset((SELECT x.records FROM deleted_domains x WHERE x.account_id = $1 AND x.id = $2))',
  ),
);
export const DELETE_MANY = command(
  'domain.changes.deleteMany',
  'DELETE FROM records WHERE account_id = $1 AND domain_id = $2 AND id = ANY ($3::bigint[])',
);
/**
 * Lets the job look at the domains of these names that keep their DS records in this zone (D-293). A domain that is locked takes a
 * step, which makes its DS records true itself; to wait for it could be a deadlock.
 */
export const LOOK_AT_DELEGATED = command(
  'domain.changes.lookAtDelegated',
  `UPDATE pdns.signed_zones z SET due = $3 FROM (
     SELECT s.domain_id FROM domains d JOIN pdns.signed_zones s ON s.account_id = d.account_id AND s.domain_id = d.id
     WHERE d.account_id = $1 AND d.domain = ANY ($2::text[]) AND s.delegated FOR UPDATE OF s SKIP LOCKED) found
   WHERE z.account_id = $1 AND z.domain_id = found.domain_id`,
);
