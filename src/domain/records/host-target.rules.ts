import { CLASSLESS_LABEL, isAllDigits, MAX_NAME_LENGTH, OWNER_LABEL, toAscii } from '../names.rules.js';
import { fitsBelow } from './record-name.rules.js';

/**
 * A host's name as a zone file has it: `@` for the zone, with a final period when absolute, a single label without one
 * when relative to the zone. Undefined when it names no host (D-101).
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

/** What `hostTarget` gave, made absolute; also for `.`, which names none. */
export function absoluteHost(host: string, domain: string): string {
  if (host.endsWith('.')) return host;
  return host === '@' ? `${domain}.` : `${host}.${domain}.`;
}

function isHost(name: string, label: RegExp): boolean {
  const labels = name.split('.');
  return labels.every((text) => label.test(text)) && !isAllDigits(labels.at(-1)!);
}
