/**
 * The SQL of the JSON in which versions store a record.
 * @param row a relation with the columns of `records`
 */
export function versionedRecordSql(row: string): string {
  return `versioned_record(${row}::records)`;
}

/**
 * The part of a `recorded` statement that inserts the zone's version for the change of one record
 * (D-241). It follows the parts `counted`, with the domain's `id`, `serial` and `zone_version`, and
 * `r`, the record.
 * @param removed the SQL of the record before the change; `added` after the change
 */
export function versioned(
  change: 'created' | 'updated' | 'deleted',
  { removed, added }: { readonly removed?: string; readonly added?: string },
): string {
  const counts = (['created', 'updated', 'deleted'] as const).map((one) => (one === change ? 1 : 0));
  const list = (record = '') => `json_build_array(${record})`;
  return `versioned AS (
     INSERT INTO zone_versions (account_id, username, token_id, request_id, created, kept_since, domain_id, version, serial,
       records_created, records_updated, records_deleted, removed, added)
     SELECT $1, $3, $4, $6, $7, $7, counted.id, counted.zone_version, counted.serial, ${counts.join(', ')},
       ${list(removed)}, ${list(added)}
     FROM counted, r)`;
}
