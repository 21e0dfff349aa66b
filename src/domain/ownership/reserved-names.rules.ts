import { parse } from 'tldts';
import { isBelow } from '../names.rules.js';

const WITH_BOTH_SECTIONS = { allowPrivateDomains: true, extractHostname: false };

/**
 * Whether no customer may have the name (D-202): it is a public suffix, or one of `reserved`, or below one of them.
 * @param domain in stored form
 */
export function isReserved(domain: string, reserved: readonly string[]): boolean {
  return isPublicSuffix(domain) || reserved.some((name) => domain === name || isBelow(domain, name));
}

/**
 * The names that a deployment needs for itself: the registrable domain of each of its hosts.
 * @param hosts names of hosts; addresses and names without a registrable domain reserve nothing
 */
export function ownNames(hosts: readonly string[]): string[] {
  return hosts.flatMap((host) => parse(host, WITH_BOTH_SECTIONS).domain ?? []);
}

/** Only a rule that the Public Suffix List states counts, not its default rule: unknown top-level names stay usable. */
function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(domain, WITH_BOTH_SECTIONS);
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}
