import { reasonOf, type Reason } from '../../shared/errors/reason.js';

const MAX_STRING_BYTES = 255;
/** An answer with a longer text is no DNS message: one has at most 65,535 octets, names and headers among them. */
const MAX_TEXT_BYTES = 64_900;
const TEXT_TOO_LONG = reasonOf('text_too_long_for_dns', { maximum: MAX_TEXT_BYTES });

/** The reason to refuse a text that no nameserver could answer with (D-109). */
export function textReason(text: string): Reason | undefined {
  return Buffer.byteLength(text) > MAX_TEXT_BYTES ? TEXT_TOO_LONG : undefined;
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
