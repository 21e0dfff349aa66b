import { parse } from 'tldts';
import { isBelow } from '../names.rules.js';

const WITH_BOTH_SECTIONS = { allowPrivateDomains: true, extractHostname: false };

/**
 * Whether the name is reserved (D-202): it is a public suffix, or at or below one of `reserved`.
 * @param domain in stored form
 */
export function isReserved(domain: string, reserved: readonly string[]): boolean {
  return isPublicSuffix(domain) || reserved.some((name) => domain === name || isBelow(domain, name));
}

/**
 * Returns the names that a deployment reserves: the registrable domain of each of its hosts.
 * @param hosts names of hosts; addresses and names without a registrable domain reserve nothing
 */
export function ownNames(hosts: readonly string[]): string[] {
  return hosts.flatMap((host) => parse(host, WITH_BOTH_SECTIONS).domain ?? []);
}

/**
 * Whether a rule of the Public Suffix List matches the name. Its default rule does not count, so
 * that customers can use unknown top-level names.
 */
function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(domain, WITH_BOTH_SECTIONS);
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}
