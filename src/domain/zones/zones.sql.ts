import { ANY_CALLER, granted } from '../../access/caller.js';
import { costlyQuery, query } from '../../database/statement.js';
import type { DomainStatus, DomainType } from '../domain.rules.js';
import type { Zone, ZoneRecord } from './zone-file.rules.js';
import { ZONE_SETTINGS, type ZoneDomain } from './zone-settings.resource.js';

/** The version of a zone, and the values that decide whether the service renders it. */
export interface ServedZone {
  readonly id: number;
  readonly domain: string;
  readonly serial: number;
  readonly type: DomainType;
  readonly status: DomainStatus;
}

export interface ZoneRow extends Zone, ZoneDomain {
  /** Null when the records take more bytes than the statement may return. */
  readonly records: readonly ZoneRecord[] | null;
}

export const READ_STATE = query<ServedZone>(
  'domain.zones.readState',
  `WITH ${ANY_CALLER} SELECT d.id, d.domain, d.serial, d.type, d.status FROM caller JOIN domains d ON d.account_id = caller.account_id
   WHERE d.id = $2 AND ${granted('domain', 'd.id')}`,
);

/**
 * Reads a domain and its records in one statement, so that serial and records fit together. A large
 * zone takes seconds. Texts that nameservers do not serve (`pdns.servable`) get no `rdata`, because
 * earlier releases stored one. Returns no records when their `rdata` takes more than `$2` bytes.
 */
export const READ_ZONE = costlyQuery<ZoneRow>(
  `SELECT d.id, d.serial, ${ZONE_SETTINGS.properties()},
     CASE WHEN (SELECT coalesce(sum(octet_length(r.rdata)), 0) FROM records r WHERE r.domain_id = d.id) <= $2
     THEN (SELECT coalesce(json_agg(r), '[]') FROM (
        SELECT r.id, r.type, r.name, r.ttl_sec AS "ttlSec", r.priority, r.weight, r.port, r.tag,
          CASE WHEN r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900 THEN r.rdata END AS rdata
        FROM records r WHERE r.domain_id = d.id ORDER BY r.id) r) END AS records
   FROM domains d WHERE d.id = $1`,
);
