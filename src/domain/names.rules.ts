import { domainToASCII } from 'node:url';

/** Octets of a name in text without its final period, as RFC 1035 section 2.3.4 bounds it on the wire. */
export const MAX_NAME_LENGTH = 253;

/** The longest text that is converted: what UTS 46 leaves out may make it longer than the name. */
const MAX_UNICODE_LENGTH = 1000;

/** A host's label: letters, digits and inner hyphens (RFC 1123 section 2.1). */
export const HOST_LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** An owner's label: a host's, with underscores (RFC 8552). */
export const OWNER_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;
/** An owner's label of a classless reverse zone (RFC 2317). */
export const CLASSLESS_LABEL = /^(?!-)[a-z0-9_/-]{1,63}(?<!-)$/i;

// What UTS 46 takes for a full stop.
const FULL_STOPS = /[\u3002\uff0e\uff61]/g;
const ASCII = /^[\u0000-\u007f]*$/; // eslint-disable-line no-control-regex
const CONVERTIBLE = /^[a-z0-9_\u0080-\u{10ffff}-]+$/iu;

/**
 * The name with each label that holds Unicode turned into its A-label by UTS 46; labels of ASCII stay as they are,
 * unchecked. Undefined when a label has no A-label, and for Unicode of absurd length.
 */
export function toAscii(name: string): string | undefined {
  if (ASCII.test(name)) return name;
  if (name.length > MAX_UNICODE_LENGTH) return undefined;
  const labels = name.replace(FULL_STOPS, '.').split('.').map(asciiLabel);
  return labels.includes(undefined) ? undefined : labels.join('.');
}

/** Whether the whole is made of digits: as a name's last label it would make an address of it. */
export function isAllDigits(label: string): boolean {
  return /^\d+$/.test(label);
}

// domainToASCII reads a lone number as an IPv4 address and stops at "/", "?" and the like: hence the company of
// another label, and the check before.
function asciiLabel(label: string): string | undefined {
  if (ASCII.test(label)) return label;
  if (!CONVERTIBLE.test(label)) return undefined;
  const ascii = domainToASCII(`${label}.x`).slice(0, -2);
  return ascii === '' || ascii.includes('.') ? undefined : ascii;
}
