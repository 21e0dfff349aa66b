import { roundDomainSeconds } from '../seconds.rules.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { distinctTags, type DomainStatus, type DomainType } from '../domain.rules.js';

/** The stored values of a domain that customers choose. */
export interface DomainValues {
  readonly domain: string;
  readonly type: DomainType;
  readonly status: DomainStatus;
  readonly description: string;
  readonly group: string;
  readonly soaEmail: string;
  readonly masterIps: readonly string[];
  readonly axfrIps: readonly string[];
  readonly expireSec: number;
  readonly refreshSec: number;
  readonly retrySec: number;
  readonly ttlSec: number;
  readonly tags: readonly string[];
}

/** The fields of a request; each one is valid by itself. */
export interface DomainFields {
  domain?: string;
  type?: DomainType;
  status?: DomainStatus;
  description?: string;
  group?: string;
  soa_email?: string;
  master_ips?: string[];
  axfr_ips?: string[];
  expire_sec?: number;
  refresh_sec?: number;
  retry_sec?: number;
  ttl_sec?: number;
  tags?: string[];
}

/** The values of fields that a create request leaves out (D-16, D-93; status: spec). */
export const UNSET = {
  status: 'active',
  description: '',
  group: '',
  soaEmail: '',
  masterIps: [],
  axfrIps: [],
  expireSec: 0,
  refreshSec: 0,
  retrySec: 0,
  ttlSec: 0,
  tags: [],
} as const satisfies Omit<DomainValues, 'domain' | 'type'>;

/** Merges a request's fields into the values; the result is in stored form (D-14). */
export function merged(values: DomainValues, fields: DomainFields): DomainValues {
  const rounded = (given: number | undefined, stored: number) =>
    given === undefined ? stored : roundDomainSeconds(given);
  return {
    domain: normaliseDomain(fields.domain ?? values.domain) ?? values.domain,
    type: fields.type ?? values.type,
    status: fields.status ?? values.status,
    description: fields.description ?? values.description,
    group: fields.group ?? values.group,
    soaEmail: fields.soa_email ?? values.soaEmail,
    masterIps: fields.master_ips ?? values.masterIps,
    axfrIps: fields.axfr_ips ?? values.axfrIps,
    expireSec: rounded(fields.expire_sec, values.expireSec),
    refreshSec: rounded(fields.refresh_sec, values.refreshSec),
    retrySec: rounded(fields.retry_sec, values.retrySec),
    ttlSec: rounded(fields.ttl_sec, values.ttlSec),
    tags: fields.tags ? distinctTags(fields.tags) : values.tags,
  };
}
