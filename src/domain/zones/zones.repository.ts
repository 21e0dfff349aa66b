import { Injectable } from '@nestjs/common';
import { ANY_CALLER, granted, type CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { costlyQuery, query } from '../../database/statement.js';
import type { DomainStatus, DomainType } from '../domain.rules.js';
import type { Zone, ZoneRecord } from './zone-file.rules.js';
import { ZONE_SETTINGS, type ZoneDomain } from './zone-settings.resource.js';

/** The version of a zone, and whether the zone is rendered. */
export interface ZoneState {
  readonly domain: string;
  readonly serial: number;
  readonly type: DomainType;
  readonly status: DomainStatus;
}

export interface ZoneRow extends Zone, ZoneDomain {
  readonly records: readonly ZoneRecord[];
}

const STATE = query<ZoneState>(
  'zones.state',
  `WITH ${ANY_CALLER} SELECT d.domain, d.serial, d.type, d.status FROM caller JOIN domains d ON d.account_id = caller.account_id
   WHERE d.id = $2 AND ${granted('domain', 'd.id')}`,
);
/**
 * A domain and its records in one statement, so that serial and records fit together. A large zone takes seconds. Texts that
 * nameservers leave out (`pdns.servable`) have no `rdata`, also those stored by an earlier release.
 */
const ZONE = costlyQuery<ZoneRow>(
  `SELECT d.id, d.serial, ${ZONE_SETTINGS.properties()}, (SELECT coalesce(json_agg(r), '[]') FROM (
        SELECT r.id, r.type, r.name, r.ttl_sec AS "ttlSec", r.priority, r.weight, r.port, r.tag,
          CASE WHEN r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900 THEN r.rdata END AS rdata
        FROM records r WHERE r.domain_id = d.id ORDER BY r.id) r) AS records
   FROM domains d WHERE d.id = $1`,
);

@Injectable()
export class ZonesRepository {
  constructor(private readonly database: Database) {}

  state(key: CallerKey, domainId: number): Promise<ZoneState | undefined> {
    return this.database.row(STATE, [key, domainId]);
  }

  /** `state`, or the guard, has already checked whose domain it is. */
  zone(domainId: number): Promise<ZoneRow | undefined> {
    return this.database.row(ZONE, [domainId]);
  }
}
