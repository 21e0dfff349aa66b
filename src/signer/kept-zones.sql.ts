/** Reads the zone $1 to sign, and the state of its stored signed copy. */
export const FIND = `
  SELECT z.domain_id AS "domainId", z.account_id AS "accountId", z.name, z.serial, z.status, z.soa, z.ttl, k.serial AS "keptSerial",
    k.week AS "keptWeek", k.keys AS "keptKeys"
  FROM zones_to_sign z LEFT JOIN kept_zones k ON k.domain_id = z.domain_id WHERE z.name = $1`;

/** Reads the keys of the zone $1 in order of creation. */
export const KEYS = 'SELECT id, content FROM cryptokeys WHERE domain_id = $1 ORDER BY id';

/**
 * Reads the record sets of the zone $1 that differ from the stored ones; with $4, all sets. They
 * are the zone's records, those in $2, and NSEC3 records with the TTL $3 below the name $5. Without
 * their contents when the zone has more than $6 bytes.
 */
export const CHANGED_SETS = `
  WITH sets AS MATERIALIZED (
    SELECT name, type, ttl, content, is_signed FROM sets_to_sign WHERE domain_id = $1
    UNION ALL
    SELECT name, type, ttl, content, "isSigned"
    FROM jsonb_to_recordset($2) AS apex (name text, type text, ttl integer, content text, "isSigned" boolean)
  ), types AS (
    SELECT name, string_agg(type, ' ') || CASE WHEN bool_or(is_signed) THEN ' RRSIG' ELSE '' END AS types
    FROM sets WHERE is_signed OR type = 'NS' GROUP BY name
  ), wanted AS (
    SELECT name, type, ttl, content, is_signed FROM sets
    UNION ALL
    SELECT c.ordername || '.' || $5::text, 'NSEC3', $3::integer, concat_ws(' ', c.next, t.types), true
    FROM chain_to_sign c LEFT JOIN types t ON t.name = c.name WHERE c.domain_id = $1
  ), size AS (SELECT sum(octet_length(content)) <= $6 AS fits FROM sets)
  SELECT coalesce(w.name, k.name) AS name, coalesce(w.type, k.type) AS type, w.ttl, w.is_signed AS "isSigned", size.fits,
    CASE WHEN size.fits THEN w.content END AS content, CASE WHEN size.fits THEN k.records END AS records
  FROM wanted w FULL JOIN (SELECT * FROM kept_sets WHERE domain_id = $1) k ON k.name = w.name AND k.type = w.type CROSS JOIN size
  WHERE $4 OR k.name IS NULL OR w.name IS NULL OR (w.ttl, w.content, w.is_signed) <> (k.ttl, k.content, k.is_signed)`;

export const KEEP_ZONE = `
  INSERT INTO kept_zones (domain_id, account_id, serial, week, keys) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (domain_id) DO UPDATE SET serial = excluded.serial, week = excluded.week, keys = excluded.keys`;

export const KEEP_SETS = `
  INSERT INTO kept_sets (domain_id, account_id, name, type, ttl, content, is_signed, records)
    SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::integer[], $6::text[], $7::boolean[], $8::bytea[])
  ON CONFLICT (domain_id, name, type) DO UPDATE
    SET ttl = excluded.ttl, content = excluded.content, is_signed = excluded.is_signed, records = excluded.records`;

export const DROP_SETS = `
  DELETE FROM kept_sets k USING unnest($2::text[], $3::text[]) gone (name, type)
  WHERE k.domain_id = $1 AND k.name = gone.name AND k.type = gone.type`;

export const KEEP_CHANGE = `
  INSERT INTO kept_changes (domain_id, account_id, from_serial, to_serial, removed, added) VALUES ($1, $2, $3, $4, $5, $6)`;

export const DROP_CHANGES = 'DELETE FROM kept_changes WHERE domain_id = $1';

/** Deletes all changes but the newest $2. */
export const DROP_OLD_CHANGES = `
  DELETE FROM kept_changes WHERE domain_id = $1 AND from_serial IN (
    SELECT from_serial FROM kept_changes WHERE domain_id = $1 ORDER BY made DESC OFFSET $2)`;

/**
 * Reads the changes from the serial $2 to the serial $3, in order; no rows when the stored changes
 * don't connect both.
 */
export const CHANGES_SINCE = `
  WITH RECURSIVE chain AS (
    SELECT 1 AS nth, * FROM kept_changes WHERE domain_id = $1 AND from_serial = $2
    UNION ALL
    SELECT nth + 1, next.* FROM chain JOIN kept_changes next ON next.domain_id = $1 AND next.from_serial = chain.to_serial
    WHERE nth < 1000
  )
  SELECT removed, added FROM chain WHERE EXISTS (SELECT FROM chain WHERE to_serial = $3) ORDER BY nth`;

/** Reads all record sets of the zone $1, the SOA first. */
export const ALL_SETS = `SELECT records FROM kept_sets WHERE domain_id = $1 ORDER BY type <> 'SOA'`;

export const SOA_SET = `SELECT records FROM kept_sets WHERE domain_id = $1 AND type = 'SOA'`;
