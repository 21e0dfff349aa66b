import { presentLabel } from '../zones/transfer/dns-name.js';

/** The characters of a name of 253 octets that are all escaped. */
const MAX_WRITTEN_LENGTH = 4 * 253;
const MAX_LABEL_OCTETS = 63;
const ESCAPED = /\\(\d{3}|[^])/g;
/** Matches a label or a period. A period after a backslash is part of its label. */
const LABELS = /(?:\\\d{3}|\\[^]|[^.\\])+|\./g;

/**
 * Reads a name of a master file (RFC 1035 section 5.1).
 * @param origin an absolute name in the form of the result
 * @returns the absolute name in presentation format without the final period, `''` for the root;
 * undefined for an invalid name
 */
export function absoluteName(written: string, origin: string): string | undefined {
  if (written === '@') return origin;
  if (written === '.') return '';
  if (written === '' || written.length > MAX_WRITTEN_LENGTH) return undefined;
  const parts = written.match(LABELS) ?? [];
  const isAbsolute = parts.at(-1) === '.';
  if (isAbsolute) parts.pop();
  const labels = parts.map((part, index) => (index % 2 === 0 ? labelOf(part) : part));
  if (labels.length % 2 === 0 || labels.includes(undefined)) return undefined;
  if (labels.some((label, index) => index % 2 === 1 && label !== '.')) return undefined;
  const name = labels.join('');
  return isAbsolute || origin === '' ? name : `${name}.${origin}`;
}

/**
 * Resolves `\DDD` and `\X`.
 * @returns one character per octet; undefined for an invalid escape
 */
export function unescaped(written: string): string | undefined {
  if (!written.includes('\\')) return written;
  let isValid = true;
  const octets = written.replace(ESCAPED, (_, escaped: string) => {
    if (escaped.length === 1) {
      isValid &&= !/\d/.test(escaped);
      return escaped;
    }
    isValid &&= Number(escaped) <= 0xff;
    return String.fromCharCode(Number(escaped) & 0xff);
  });
  return isValid ? octets : undefined;
}

function labelOf(written: string): string | undefined {
  if (written === '.') return undefined;
  const octets = unescaped(written);
  return octets === undefined || octets.length > MAX_LABEL_OCTETS ? undefined : presentLabel(octets);
}
