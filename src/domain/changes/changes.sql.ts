import { bounded, command, query } from '../../database/statement.js';
import { fqdnOf, TYPED_VALUES, valueColumns, valuesFrom } from '../records/record-columns.sql.js';
import { MAX_SET_CHARACTERS } from '../domain.rules.js';
import { RECORD, type StoredRecord } from '../records/record.resource.js';

const COLUMNS = `${RECORD.properties()}, r.rdata`;
const FQDN = fqdnOf('n.name', '$3::text');

// Statements, because they change many records at once, or join records with each other.

/** All records at the names `$4`, and at the names of the records `$3`. */
export const RECORDS_AT = bounded(
  query<StoredRecord>(
    'domain.records.listAt',
    `WITH names AS (
     SELECT unnest($4::text[]) AS fqdn
     UNION SELECT o.fqdn FROM records o WHERE o.account_id = $1 AND o.domain_id = $2 AND o.id = ANY ($3::bigint[]))
   SELECT ${COLUMNS} FROM names JOIN records r ON r.fqdn = names.fqdn
   WHERE r.account_id = $1 AND r.domain_id = $2 ORDER BY r.id`,
  ),
  MAX_SET_CHARACTERS,
);
export const ALL_RECORDS = bounded(
  query<StoredRecord>(
    'domain.records.listAll',
    `SELECT ${COLUMNS} FROM records r WHERE r.account_id = $1 AND r.domain_id = $2 ORDER BY r.id`,
  ),
  MAX_SET_CHARACTERS,
);
/** Updates records to the values of the JSON array `$4`; `$3` is the domain's name. */
export const UPDATE_RECORDS = command(
  'domain.records.updateMany',
  `UPDATE records r SET updated = $5, ${valuesFrom('n')}, fqdn = ${FQDN}
   FROM json_to_recordset($4) AS n(id bigint, ${TYPED_VALUES})
   WHERE r.account_id = $1 AND r.domain_id = $2 AND r.id = n.id`,
);
/**
 * SQL that restores the records of a JSON array in the domain `$2`, with their ids, times and notes
 * (D-301); `$3` is the domain's name.
 * @param from the relation with the members of the array
 */
function restoreSql(from: string): string {
  return `WITH noted AS (
     UPDATE record_notes SET ended = NULL FROM ${from} AS n(id bigint)
     WHERE account_id = $1 AND domain_id = $2 AND record_id = n.id)
   INSERT INTO records (account_id, domain_id, id, created, updated, ${valueColumns()}, fqdn)
   OVERRIDING SYSTEM VALUE
   SELECT $1, $2, n.id, n.created, n.updated, ${valueColumns('n')}, ${FQDN}
   FROM ${from} AS n(id bigint, created timestamptz, updated timestamptz, ${TYPED_VALUES}) ORDER BY n.id`;
}
export const RESTORE_RECORDS = command('domain.records.restoreMany', restoreSql('json_to_recordset($4)'));
/**
 * Restores all records of a deleted domain, whose row the transaction has restored. The statement
 * reads them in the database, because there may be many.
 */
export const RESTORE_ALL_RECORDS = command(
  'domain.records.restoreAll',
  restoreSql(
    'json_to_recordset((SELECT x.records FROM deleted_domains x WHERE x.account_id = $1 AND x.id = $2))',
  ),
);
export const DELETE_RECORDS = command(
  'domain.records.deleteMany',
  'DELETE FROM records WHERE account_id = $1 AND domain_id = $2 AND id = ANY ($3::bigint[])',
);
/**
 * Makes the domains of the names `$2` due for the job if they keep their DS records in this zone
 * (D-293). Skips a locked domain: its transaction corrects the DS records itself, and to wait for
 * it could be a deadlock.
 */
export const SCHEDULE_DELEGATED = command(
  'domain.delegations.schedule',
  `UPDATE pdns.signed_zones z SET due = $3 FROM (
     SELECT s.domain_id FROM domains d JOIN pdns.signed_zones s ON s.account_id = d.account_id AND s.domain_id = d.id
     WHERE d.account_id = $1 AND d.domain = ANY ($2::text[]) AND s.delegated FOR UPDATE OF s SKIP LOCKED) found
   WHERE z.account_id = $1 AND z.domain_id = found.domain_id`,
);
