import type { DomainStatus, DomainType } from '../domain.rules.js';

/** What a zone shows of its domain beside the records, under the API's names. */
export interface ZoneSettings {
  readonly domain: string;
  readonly type: DomainType;
  readonly status: DomainStatus;
  readonly soa_email: string;
  readonly ttl_sec: number;
  readonly refresh_sec: number;
  readonly retry_sec: number;
  readonly expire_sec: number;
}

/** A domain, as far as its zone shows it. */
export interface ZoneDomain {
  readonly domain: string;
  readonly type: DomainType;
  readonly status: DomainStatus;
  readonly soaEmail: string;
  readonly ttlSec: number;
  readonly refreshSec: number;
  readonly retrySec: number;
  readonly expireSec: number;
}

export function zoneSettings(domain: ZoneDomain): ZoneSettings {
  return {
    domain: domain.domain,
    type: domain.type,
    status: domain.status,
    soa_email: domain.soaEmail,
    ttl_sec: domain.ttlSec,
    refresh_sec: domain.refreshSec,
    retry_sec: domain.retrySec,
    expire_sec: domain.expireSec,
  };
}

/** Whether a change of the domain changes what its zone shows. */
export function showsOtherwise(before: ZoneDomain, after: ZoneDomain): boolean {
  const [was, is] = [zoneSettings(before), zoneSettings(after)];
  return (Object.keys(was) as (keyof ZoneSettings)[]).some((key) => was[key] !== is[key]);
}
