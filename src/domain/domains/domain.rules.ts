import { isIP } from 'node:net';
import { lengthOf } from '../../shared/validation/characters.js';

/** In the spec's order. */
export const DOMAIN_TYPES = ['master', 'slave'] as const;
export const DOMAIN_STATUSES = ['disabled', 'active'] as const;

export type DomainType = (typeof DOMAIN_TYPES)[number];
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The combined length of `axfr_ips` (spec: Domain). */
export const MAX_AXFR_IPS_LENGTH = 1000;
/** The combined length of `master_ips`, and of `tags`: a list shows 500 domains at once. */
export const MAX_LIST_LENGTH = 10_000;

/** The refusal of a name that some account has (spec: Domains rule 5). */
export const DOMAIN_TAKEN = { field: 'domain', reason: 'Domain already exists.' } as const;

/** What D-90 looks at, of the domain as it will be stored. */
interface TypedDomain {
  readonly type: DomainType;
  readonly soaEmail: string;
  readonly masterIps: readonly string[];
}

/** An IPv4 or IPv6 address without port, mask or zone index (D-94). */
export function isAddress(value: string): boolean {
  return isIP(value) !== 0 && !value.includes('%');
}

/** Whether the entries together have at most so many characters. */
export function fits(entries: readonly string[], maxLength: number): boolean {
  return entries.reduce((length, entry) => length + lengthOf(entry), 0) <= maxLength;
}

/** The tags without repeats, in their order (D-96). */
export function distinctTags(tags: readonly string[]): string[] {
  return [...new Set(tags)];
}

/** The field and reason of what the domain's type still needs, on the merged object (D-90). */
export function missingForType({
  type,
  soaEmail,
  masterIps,
}: TypedDomain): { field: string; reason: string } | undefined {
  if (type === 'master' && soaEmail === '') {
    return { field: 'soa_email', reason: 'soa_email required when type=master' };
  }
  if (type === 'slave' && masterIps.length === 0) {
    return {
      field: 'master_ips',
      reason: 'You need at least one master DNS server IP address for this zone.',
    };
  }
  return undefined;
}
