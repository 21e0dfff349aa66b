import { CLASSLESS_LABEL, isAllDigits, MAX_NAME_LENGTH, OWNER_LABEL, toAscii } from '../names.rules.js';
import { fitsBelow } from './record-name.rules.js';

/**
 * A host's name as a zone file has it: `@` for the zone, with a final period when absolute, a single label without one
 * when relative to the zone. Undefined when it names no host (D-101).
 */
export function hostTarget(value: string, domain: string, { classless = false } = {}): string | undefined {
  if (value === '@') return value;
  const ascii = toAscii(value);
  if (ascii === undefined) return undefined;
  const bare = ascii.replace(/\.$/, '');
  const labels = bare.split('.');
  const pattern = classless ? CLASSLESS_LABEL : OWNER_LABEL;
  if (!labels.every((label) => pattern.test(label)) || isAllDigits(labels.at(-1) ?? '')) return undefined;
  if (labels.length === 1 && bare === ascii) return fitsBelow(domain, bare) ? bare : undefined;
  return bare.length <= MAX_NAME_LENGTH ? `${bare}.` : undefined;
}

/** What `hostTarget` gave, made absolute; also for `.`, which names none. */
export function absoluteHost(host: string, domain: string): string {
  if (host.endsWith('.')) return host;
  return host === '@' ? `${domain}.` : `${host}.${domain}.`;
}
