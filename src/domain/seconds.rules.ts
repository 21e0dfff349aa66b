import { reasonOf, type Reason } from '../shared/errors/reason.js';
import { notValid } from '../shared/validation/rule.js';

/** The maximum number of seconds in DNS: a TTL has 31 bits (RFC 2181 section 8). */
export const MAX_SECONDS = 2147483647;

/** Requests may hold any integer that JSON represents exactly; the service rounds it (D-295). */
export const SECONDS_SCHEMA = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

const RECORD_TTLS = [
  300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200,
] as const;
const DOMAIN_SECONDS = [0, 30, 120, ...RECORD_TTLS] as const;
const LONGEST = 2419200;

/** The values that a zone uses where the domain's field is 0 (D-93). */
export const DEFAULT_SECONDS = { ttl: 86400, refresh: 14400, retry: 14400, expire: 1209600 } as const;

/** Returns why a request's number of seconds is not valid (D-93, D-98, D-295). */
export function secondsFault(value: unknown, key: string): Reason | undefined {
  if (!Number.isSafeInteger(value)) return notValid(key);
  return (value as number) < 0
    ? reasonOf('value_out_of_range', { minimum: 0, maximum: MAX_SECONDS })
    : undefined;
}

/** Rounds a domain's `*_sec` up to the next valid value, or down to the largest one (D-93). */
export function roundDomainSeconds(seconds: number): number {
  return DOMAIN_SECONDS.find((valid) => valid >= seconds) ?? LONGEST;
}

/** Rounds a record's `ttl_sec` to the nearest valid value, ties up; 0 stays 0 (D-98). */
export function roundRecordTtl(seconds: number): number {
  if (seconds === 0) return 0;
  return (
    RECORD_TTLS.find((valid, index) => seconds < (valid + (RECORD_TTLS[index + 1] ?? Infinity)) / 2) ??
    LONGEST
  );
}
