import { isIP } from 'node:net';
import { fault, type Fault } from '../shared/errors/errors.js';

/** Both lists are in the order of the spec. */
export const DOMAIN_TYPES = ['master', 'slave'] as const;
export const DOMAIN_STATUSES = ['disabled', 'active'] as const;

export type DomainType = (typeof DOMAIN_TYPES)[number];
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The maximum number of characters of all `axfr_ips` together (spec: Domain). */
export const MAX_AXFR_IPS_LENGTH = 1000;

/** The maximum number of records of a domain (spec: Domains rule 1). */
export const MAX_RECORDS = 12_000;
export const TOO_MANY_RECORDS = fault('', 'record_limit', {
  limit: MAX_RECORDS,
  used: MAX_RECORDS,
});

/** The most characters of records that one result of a zone or of its versions may have. */
export const MAX_ZONE_CHARACTERS = 64 * 1024 * 1024;
/**
 * The most characters of the records that a set of changes reads. It makes JSON of them at once, on
 * the thread of all requests.
 */
export const MAX_SET_CHARACTERS = 24 * 1024 * 1024;

/** The fault of a name that an account already has (spec: Domains rule 5). */
export const DOMAIN_TAKEN = fault('domain', 'domain_taken');

/** The values that D-90 checks. */
interface TypedDomain {
  readonly type: DomainType;
  readonly soaEmail: string;
  readonly masterIps: readonly string[];
}

/** Whether the value is an IPv4 or IPv6 address without port, mask or zone index (D-94). */
export function isAddress(value: string): boolean {
  return isIP(value) !== 0 && !value.includes('%');
}

/**
 * Returns the fault of a domain that lacks a field its type requires (D-90); otherwise undefined.
 */
export function missingForType({ type, soaEmail, masterIps }: TypedDomain): Fault | undefined {
  if (type === 'master' && soaEmail === '') return fault('soa_email', 'soa_email_missing');
  if (type === 'slave' && masterIps.length === 0) return fault('master_ips', 'master_ips_missing');
  return undefined;
}
