import type { RecordValues, StoredTarget } from './record-type.js';

const MAX_STRING_BYTES = 255;
/** A DNS message has at most 65,535 octets, which include names and headers. */
const MAX_TEXT_BYTES = 64_900;

/** Makes the stored target of a text. `rdata` is null when no nameserver can serve it (D-294). */
export function textTarget(target: string, rdataOf: (text: string) => string): StoredTarget {
  return { target, rdata: isServableText(target) ? rdataOf(target) : null };
}

/** Whether a nameserver can serve the text: a DNS message has room for it (D-294). */
export function isServableText(target: string): boolean {
  return Buffer.byteLength(target) <= MAX_TEXT_BYTES;
}

/**
 * As `isServableText`, for a stored record: earlier releases also stored `rdata` of other texts.
 */
export function isServableRecord({ type, target }: Pick<RecordValues, 'type' | 'target'>): boolean {
  return (type !== 'TXT' && type !== 'CAA') || isServableText(target);
}

/**
 * Splits the UTF-8 text into the quoted character-strings of a TXT record, of at most 255 octets.
 */
export function characterStrings(text: string): string {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / MAX_STRING_BYTES));
  return Array.from({ length: count }, (_, index) =>
    quoted(bytes.toString('latin1', index * MAX_STRING_BYTES, (index + 1) * MAX_STRING_BYTES)),
  ).join(' ');
}

/**
 * Quotes one string for a zone file (RFC 1035 section 5.1).
 * @param octets one character per octet
 */
export function quoted(octets: string): string {
  return `"${octets.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, escaped)}"`;
}

function escaped(octet: string): string {
  if (octet === '"' || octet === '\\') return `\\${octet}`;
  return `\\${String(octet.charCodeAt(0)).padStart(3, '0')}`;
}
