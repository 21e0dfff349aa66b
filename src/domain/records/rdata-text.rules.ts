const MAX_STRING_BYTES = 255;
const MAX_RDATA_BYTES = 65535;

/**
 * Splits the UTF-8 text into quoted character-strings of at most 255 octets, as a TXT record needs them.
 * @returns null when the RDATA would be longer than 65,535 octets (D-109)
 */
export function characterStrings(text: string): string | null {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / MAX_STRING_BYTES));
  if (bytes.length + count > MAX_RDATA_BYTES) return null;
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
