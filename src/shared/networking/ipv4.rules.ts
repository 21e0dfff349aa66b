import { isIPv4 } from 'node:net';

const CIDR = /^([\d.]+)\/(\d+)$/;
const RFC1918 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map((range) => parseRange(range)!);

/** An IPv4 range as numbers: first and last address, and the prefix length. */
export interface Ipv4Range {
  readonly first: number;
  readonly last: number;
  readonly prefix: number;
}

/**
 * A CIDR range in canonical form: no leading zeros, no host bits (D-54); undefined for anything
 * else.
 */
export function parseRange(text: string): Ipv4Range | undefined {
  const match = CIDR.exec(text);
  if (!match) return undefined;
  const first = parseAddress(match[1]!);
  const prefix = Number(match[2]);
  if (first === undefined || prefix > 32 || match[2] !== String(prefix)) return undefined;
  const size = 2 ** (32 - prefix);
  return first % size === 0 ? { first, last: first + size - 1, prefix } : undefined;
}

/** A dotted quad without leading zeros as a number; undefined for anything else. */
export function parseAddress(text: string): number | undefined {
  if (!isIPv4(text)) return undefined;
  return text.split('.').reduce((address, octet) => address * 256 + Number(octet), 0);
}

export function contains(outer: Ipv4Range, inner: Ipv4Range): boolean {
  return outer.first <= inner.first && inner.last <= outer.last;
}

export function overlap(one: Ipv4Range, other: Ipv4Range): boolean {
  return one.first <= other.last && other.first <= one.last;
}

/** Whether a range lies inside one block of RFC 1918 (D-55). */
export function isPrivate(range: Ipv4Range): boolean {
  return RFC1918.some((block) => contains(block, range));
}

/**
 * The part of a subnet that interfaces can use: all addresses but the first two and the last two
 * (D-56).
 */
export function usable({ first, last, prefix }: Ipv4Range): Ipv4Range {
  return { first: first + 2, last: last - 2, prefix };
}
