import { command, costlyQuery } from '../../database/statement.js';

/** The key of a domain that may have been deleted. */
export interface HistoryKey {
  readonly accountId: number;
  readonly domainId: number;
}

/**
 * The SQL of the bytes that a version takes in the table. PostgreSQL stores the JSON compressed.
 * The expression does not read it.
 */
const SIZE = '200 + coalesce(pg_column_size(v.removed), 0) + coalesce(pg_column_size(v.added), 0)';

// Statements, because they count in the database, and work for all accounts.

/**
 * The zones with versions since `$1`, of domains that exist or can be restored. Accounts take turns
 * (D-285).
 */
export const CHANGED_ZONES = costlyQuery<HistoryKey>(
  `SELECT account_id AS "accountId", domain_id AS "domainId" FROM (
     SELECT DISTINCT v.account_id, v.domain_id
     FROM zone_versions v JOIN (SELECT account_id, id FROM domains UNION ALL SELECT account_id, id FROM deleted_domains) d
       ON d.account_id = v.account_id AND d.id = v.domain_id
     WHERE v.kept_since >= $1) changed
   ORDER BY row_number() OVER (PARTITION BY account_id ORDER BY domain_id), domain_id`,
);
export const INSERT_HISTORIES = command(
  'domain.histories.insert',
  `INSERT INTO zone_histories (account_id, domain_id, version, bytes)
   SELECT n.account_id, n.domain_id, 0, 0 FROM unnest($1::bigint[], $2::bigint[]) AS n(account_id, domain_id)
     JOIN accounts a ON a.id = n.account_id
   ORDER BY n.account_id, n.domain_id ON CONFLICT DO NOTHING`,
);
/** Adds the versions that are not counted yet. Returns the histories of more than `$3` bytes. */
export const COUNT_HISTORIES = command<HistoryKey>(
  'domain.histories.count',
  `WITH counted AS (
     UPDATE zone_histories h SET (version, bytes) = (
       SELECT coalesce(max(v.version), h.version), h.bytes + coalesce(sum(${SIZE}), 0) FROM zone_versions v
       WHERE v.account_id = h.account_id AND v.domain_id = h.domain_id AND v.version > h.version)
     FROM unnest($1::bigint[], $2::bigint[]) AS n(account_id, domain_id)
     WHERE h.account_id = n.account_id AND h.domain_id = n.domain_id RETURNING h.account_id, h.domain_id, h.bytes)
   SELECT account_id AS "accountId", domain_id AS "domainId" FROM counted WHERE bytes > $3`,
);
/**
 * Counts the history of the domain `$2` again. When it takes more than `$3` bytes and more than
 * `$4` times the bytes of the records, deletes the oldest versions until three quarters of the
 * bound are left, so that the next delete follows only after many changes.
 */
export const TRIM_HISTORY = command(
  'domain.histories.trim',
  `WITH bound AS (
     SELECT greatest($3::bigint, $4::bigint * coalesce(sum(200 + octet_length(target) + coalesce(octet_length(rdata), 0)), 0)) AS bytes
     FROM records WHERE account_id = $1 AND domain_id = $2),
   sized AS (
     SELECT v.version, row_number() OVER newest AS number, sum(${SIZE}) OVER newest AS total
     FROM zone_versions v WHERE v.account_id = $1 AND v.domain_id = $2 WINDOW newest AS (ORDER BY v.version DESC)),
   kept AS (
     SELECT min(s.version) AS oldest, max(s.total) AS bytes FROM sized s, bound b
     WHERE s.number = 1 OR s.total <= CASE WHEN (SELECT max(total) FROM sized) > b.bytes THEN b.bytes * 3 / 4 ELSE b.bytes END),
   trimmed AS (
     DELETE FROM zone_versions v USING kept WHERE v.account_id = $1 AND v.domain_id = $2 AND v.version < kept.oldest)
   UPDATE zone_histories h SET bytes = coalesce(kept.bytes, 0) FROM kept WHERE h.account_id = $1 AND h.domain_id = $2`,
);
/** Deletes at most `$1` versions of domains that cannot be restored. */
export const DELETE_ENDED_VERSIONS = command(
  'domain.versions.deleteEnded',
  `DELETE FROM zone_versions v USING (
     SELECT o.id, o.kept_since FROM zone_histories h JOIN zone_versions o ON o.account_id = h.account_id AND o.domain_id = h.domain_id
     WHERE h.ended LIMIT $1 FOR UPDATE OF o SKIP LOCKED) old
   WHERE v.id = old.id AND v.kept_since = old.kept_since`,
);
export const DELETE_ENDED_HISTORIES = command(
  'domain.histories.deleteEnded',
  `DELETE FROM zone_histories h WHERE h.ended AND NOT EXISTS (
     SELECT FROM zone_versions v WHERE v.account_id = h.account_id AND v.domain_id = h.domain_id)`,
);

/**
 * The SQL that marks the histories of domains as ended, because the domains cannot be restored.
 * @param domains a relation with `account_id`, `id` and `zone_version`
 */
export function endHistories(domains: string): string {
  return `INSERT INTO zone_histories (account_id, domain_id, version, bytes, ended) SELECT account_id, id, zone_version, 0, true FROM ${domains}
   ON CONFLICT (account_id, domain_id) DO UPDATE SET ended = true`;
}
