import { ANY_CALLER, granted } from '../../access/caller.js';
import { bounded, command, costlyQuery, query } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { MAX_ZONE_CHARACTERS } from '../domain.rules.js';
import { ZONE_SETTINGS, type ZoneSettings } from '../zones/zone-settings.resource.js';
import type { VersionedRecord } from './versioned-record.js';
import type { VersionChange } from './zone-history.rules.js';

/** A version that a statement has inserted. */
export interface NewVersion {
  readonly id: number;
  readonly version: number;
  readonly serial: number;
}

/**
 * Inserts a version of a domain whose row the transaction has changed. A statement, because it
 * copies columns of that row. When `$8` is null, all records of the domain count as created.
 */
export const INSERT_VERSION = command<NewVersion>(
  'domain.versions.insert',
  `INSERT INTO zone_versions (account_id, domain_id, version, serial, username, token_id, request_id, created, kept_since, description,
     records_created, records_updated, records_deleted, removed, added, settings)
   SELECT d.account_id, d.id, d.zone_version, d.serial, $3, $4, $5, $6, $6, $7, coalesce($8, d.record_count), $9, $10, $11, $12, $13
   FROM domains d WHERE d.account_id = $1 AND d.id = $2 RETURNING id, version, serial`,
);

/** The columns of a version that the list shows. */
export interface VersionRow {
  readonly id: number;
  readonly version: number;
  readonly serial: number;
  readonly created: string;
  readonly username: string | null;
  /** The label of the token; null once it is revoked or has expired. */
  readonly token: string | null;
  readonly requestId: string | null;
  readonly description: string;
  readonly recordsCreated: number;
  readonly recordsUpdated: number;
  readonly recordsDeleted: number;
}

const COLUMNS = `v.id, v.version, v.serial, v.created, v.username, t.label AS token, v.request_id AS "requestId", v.description,
  v.records_created AS "recordsCreated", v.records_updated AS "recordsUpdated", v.records_deleted AS "recordsDeleted"`;
const FROM = 'zone_versions v LEFT JOIN tokens t ON t.id = v.token_id';
const OF_DOMAIN = 'v.account_id = d.account_id AND v.domain_id = d.id';

/** The versions of the domain `$2`, the newest first. `$1` is the caller's key. */
export const VERSIONS = new Collection<VersionRow>({
  name: 'domain.versions.list',
  with: ANY_CALLER,
  select: COLUMNS,
  of: `caller JOIN domains d ON d.account_id = caller.account_id AND d.id = $2 AND ${granted('domain', 'd.id')}`,
  from: FROM,
  where: OF_DOMAIN,
  key: { 'v.version': 'integer' },
  descending: true,
  fields: {
    id: numberField('v.id'),
    version: numberField('v.version'),
    serial: numberField('v.serial'),
    created: timeField('v.created'),
    username: stringField('v.username'),
    description: stringField('v.description'),
  },
});

const VERSIONED = {
  from: `domains d JOIN zone_versions v ON ${OF_DOMAIN}`,
  key: 'number',
  rows: 'd',
} as const;

export const VERSION_LOOKUP = {
  ...VERSIONED,
  params: ['domainId', 'version'],
  where: 'd.account_id = caller.account_id AND d.id = $3 AND v.version = $4::bigint',
} as const satisfies PathLookup;

/**
 * A narrowed token sees its own changes, and all of a zone in which it may read all records
 * (D-240).
 */
const VISIBLE_CHANGE = `(NOT caller.narrowed OR 'domain' = ANY (caller.wholes) OR v.token_id = caller.token_id OR (
  SELECT true FROM token_restrictions n WHERE n.token_id = caller.token_id AND n.domain_id = d.id
    AND num_nonnulls(n.names, n.types) = 0 AND coalesce('read' = ANY (n.actions), true) LIMIT 1))`;

export const CHANGE_LOOKUP = {
  ...VERSIONED,
  params: ['domainId', 'changeId'],
  where: `d.account_id = caller.account_id AND d.id = $3 AND v.id = $4 AND ${VISIBLE_CHANGE}`,
} as const satisfies PathLookup;

/** The present zone, with the number of its version. */
export interface VersionedZone {
  readonly accountId: number;
  readonly id: number;
  readonly version: number;
  readonly settings: ZoneSettings;
  readonly records: readonly VersionedRecord[];
}

// One row for each record instead of one JSON array, because Node.js reads a long result in parts.
// Other requests run between two parts.

/** The first row has the zone. Each other row has one of its records. */
export interface VersionedZoneRow {
  readonly zone: Omit<VersionedZone, 'records'> | null;
  readonly record: VersionedRecord | null;
}

/**
 * Reads the zone in one statement, so that the records belong to the version. A large zone takes
 * seconds.
 */
export const VERSIONED_ZONE = bounded(
  costlyQuery<VersionedZoneRow>(
    `WITH d AS MATERIALIZED (SELECT * FROM domains WHERE account_id = $1 AND id = $2)
   SELECT zone, record FROM (
     SELECT NULL::bigint AS id, json_build_object('accountId', d.account_id, 'id', d.id, 'version', d.zone_version,
       'settings', ${ZONE_SETTINGS.json()}) AS zone, NULL::json AS record FROM d
     UNION ALL SELECT r.id, NULL, versioned_record(r) FROM d JOIN records r ON r.domain_id = d.id) parts
   ORDER BY id NULLS FIRST`,
  ),
  MAX_ZONE_CHARACTERS,
);

/** The change of a version, with the version's number. */
export interface VersionChangeRow extends VersionChange {
  readonly version: number;
}

/** One row of a version has `change`. Each other row has a record that it removed or added. */
export interface VersionPartRow {
  readonly version: number;
  readonly change: { readonly isFirst: boolean; readonly settings: ZoneSettings | null } | null;
  readonly removed: VersionedRecord | null;
  readonly added: VersionedRecord | null;
}

/**
 * The newest versions from `$3` to `$4`: at least 1, at most 500, and no further one after 256 KiB
 * in the table. PostgreSQL compresses the JSON up to some hundred times. One version can have all
 * records of a zone, so the query uses the connections of costly queries.
 */
export const CHANGES_BETWEEN = bounded(
  costlyQuery<VersionPartRow>(
    `WITH sized AS (
     SELECT version, removed, added, settings,
       sum(coalesce(pg_column_size(removed), 0) + coalesce(pg_column_size(added), 0))
         OVER (ORDER BY version DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
     FROM (SELECT version, removed, added, settings FROM zone_versions
       WHERE account_id = $1 AND domain_id = $2 AND version BETWEEN $3 AND $4 ORDER BY version DESC LIMIT 500) newest)
   SELECT v.version, part.* FROM sized v, LATERAL (
     SELECT json_build_object('isFirst', v.added IS NULL, 'settings', v.settings) AS change, NULL::json AS removed, NULL::json AS added
     UNION ALL SELECT NULL, record, NULL FROM json_array_elements(v.removed) record
     UNION ALL SELECT NULL, NULL, record FROM json_array_elements(v.added) record) part
   WHERE coalesce(v.before, 0) < 262144 ORDER BY v.version DESC`,
  ),
  MAX_ZONE_CHARACTERS,
);

/** A change without its records. */
export interface ChangeRow {
  readonly id: number;
  readonly version: number;
  readonly serial: number;
  readonly created: string;
  readonly description: string;
}

/**
 * The settings of the zone at the version `$3`: those before the next change of them, or the
 * present ones.
 */
export const SETTINGS_AT = costlyQuery<{ readonly settings: ZoneSettings }>(
  `SELECT coalesce((
     SELECT v.settings FROM zone_versions v
     WHERE v.account_id = $1 AND v.domain_id = $2 AND v.version > $3 AND v.settings IS NOT NULL ORDER BY v.version LIMIT 1),
   ${ZONE_SETTINGS.json()}) AS settings
   FROM domains d WHERE d.account_id = $1 AND d.id = $2`,
);
/**
 * Moves the newest `$3` versions of each zone out of the partitions that end before `$1`. Deletes
 * moved versions that are no longer among the newest. Each at most `$4` rows.
 */
export const KEEP_NEWEST_VERSIONS = command<{ done: number }>(
  'domain.versions.keepNewest',
  'SELECT keep_newest_versions($1, $2, $3, $4) AS done',
);
export const CHANGE_OF_ID = query<ChangeRow>(
  'domain.versions.find',
  `SELECT id, version, serial, created, description FROM zone_versions WHERE account_id = $1 AND domain_id = $2 AND id = $3`,
);
