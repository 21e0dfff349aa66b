import { domainToASCII } from 'node:url';

/**
 * The maximum length of a name in characters, without the final period: 255 octets in wire format
 * (RFC 1035 section 2.3.4).
 */
export const MAX_NAME_LENGTH = 253;

/**
 * The maximum length of a text to convert. UTS 46 ignores some characters, so the input may be
 * longer than the name.
 */
const MAX_UNICODE_LENGTH = 1000;

/** A label of a host name: letters, digits and inner hyphens (RFC 1123 section 2.1). */
export const HOST_LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** A label of a record's name: as in a host name, with underscores (RFC 8552). */
export const OWNER_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;
/** A label of a record's name in a classless reverse zone: also with slashes (RFC 2317). */
export const CLASSLESS_LABEL = /^(?!-)[a-z0-9_/-]{1,63}(?<!-)$/i;

// Characters that UTS 46 treats as a full stop.
const FULL_STOPS = /[\u3002\uff0e\uff61]/g;
const ASCII = /^[\u0000-\u007f]*$/; // eslint-disable-line no-control-regex
const CONVERTIBLE = /^[a-z0-9_\u0080-\u{10ffff}-]+$/iu;

/**
 * Converts each Unicode label of the name to its A-label (UTS 46). Returns ASCII labels unchanged
 * and unchecked.
 * @returns undefined when a label has no A-label, or when a name with Unicode is longer than 1,000
 * characters
 */
export function toAscii(name: string): string | undefined {
  if (ASCII.test(name)) return name;
  if (name.length > MAX_UNICODE_LENGTH) return undefined;
  const labels = name.replace(FULL_STOPS, '.').split('.').map(asciiLabel);
  return labels.includes(undefined) ? undefined : labels.join('.');
}

/**
 * Whether the label has only digits. A program may read a name that ends with it as an IPv4
 * address.
 */
export function isAllDigits(label: string): boolean {
  return /^\d+$/.test(label);
}

/** Removes the first label of the name; returns `''` for a single label. */
export function parentOf(name: string): string {
  const period = name.indexOf('.');
  return period === -1 ? '' : name.slice(period + 1);
}

/**
 * Whether a name lies below another one. Both are absolute, in lower case and without a final
 * period.
 */
export function isBelow(name: string, other: string): boolean {
  return name.endsWith(`.${other}`);
}

/**
 * Makes an absolute name relative to a domain. `''` is the domain itself.
 * @param name without a final period; keeps its case
 * @returns undefined for a name outside of the domain
 */
export function relativeName(name: string, domain: string): string | undefined {
  const lower = name.toLowerCase();
  if (lower === domain) return '';
  // Only the domain itself is the empty name; ".example.com" is no name.
  return isBelow(lower, domain) ? name.slice(0, -domain.length - 1) || undefined : undefined;
}

// domainToASCII reads a single number as an IPv4 address and stops at "/" or "?". So the function
// checks the label first, and converts it together with a second label.
function asciiLabel(label: string): string | undefined {
  if (ASCII.test(label)) return label;
  if (!CONVERTIBLE.test(label)) return undefined;
  const ascii = domainToASCII(`${label}.x`).slice(0, -2);
  return ascii === '' || ascii.includes('.') ? undefined : ascii;
}
