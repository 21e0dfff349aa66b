import type { RecordValues, StoredTarget } from './record-type.js';

const MAX_STRING_BYTES = 255;
/** An answer with a longer text is no DNS message: one has at most 65,535 octets, names and headers among them. */
const MAX_TEXT_BYTES = 64_900;

/** The target of a text, stored without a form for zone files where no nameserver could answer with it (D-294). */
export function textTarget(target: string, rdataOf: (text: string) => string): StoredTarget {
  return { target, rdata: isServable(target) ? rdataOf(target) : null };
}

/** Whether a nameserver can answer with the text. */
export function isServable(target: string): boolean {
  return Buffer.byteLength(target) <= MAX_TEXT_BYTES;
}

/** Whether a DNS message has room for the record (D-294); earlier releases stored a form for zone files in any case. */
export function isCarried({ type, target }: Pick<RecordValues, 'type' | 'target'>): boolean {
  return (type !== 'TXT' && type !== 'CAA') || isServable(target);
}

/** Splits the UTF-8 text into quoted character-strings of at most 255 octets, as a TXT record needs them. */
export function characterStrings(text: string): string {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / MAX_STRING_BYTES));
  return Array.from({ length: count }, (_, index) =>
    quoted(bytes.toString('latin1', index * MAX_STRING_BYTES, (index + 1) * MAX_STRING_BYTES)),
  ).join(' ');
}

/** Quotes one string for a zone file; each character of `octets` is one octet (RFC 1035 section 5.1). */
export function quoted(octets: string): string {
  return `"${octets.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, escaped)}"`;
}

function escaped(octet: string): string {
  if (octet === '"' || octet === '\\') return `\\${octet}`;
  return `\\${String(octet.charCodeAt(0)).padStart(3, '0')}`;
}
