import { CLASSLESS_LABEL, isAllDigits, MAX_NAME_LENGTH, OWNER_LABEL, toAscii } from '../names.rules.js';
import { fitsBelow } from './record-name.rules.js';

/**
 * Converts a target that names a host to the form of a zone file (D-101): `@` for the zone itself,
 * a single label for a name relative to the zone, any other name absolute with a final period.
 * @param classless whether labels may have slashes (RFC 2317)
 * @returns undefined when the value is not a valid host name
 */
export function hostTarget(value: string, domain: string, { classless = false } = {}): string | undefined {
  if (value === '@') return value;
  const ascii = toAscii(value);
  const bare = ascii?.replace(/\.$/, '');
  if (bare === undefined || !isHost(bare, classless ? CLASSLESS_LABEL : OWNER_LABEL)) return undefined;
  const relative = bare === ascii && !bare.includes('.');
  if (relative) return fitsBelow(domain, bare) ? bare : undefined;
  return bare.length <= MAX_NAME_LENGTH ? `${bare}.` : undefined;
}

/** Makes a result of `hostTarget` absolute. Returns `.` (no host) unchanged. */
export function absoluteHost(host: string, domain: string): string {
  if (host.endsWith('.')) return host;
  return host === '@' ? `${domain}.` : `${host}.${domain}.`;
}

function isHost(name: string, label: RegExp): boolean {
  const labels = name.split('.');
  return labels.every((text) => label.test(text)) && !isAllDigits(labels.at(-1)!);
}
