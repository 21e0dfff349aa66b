import type { AlteredField } from '../../validation/altered-fields.js';

const MAX_LENGTH = 256;
const MAX_INTEGER = 999_999_999_999_999;

/** The value of `Altered-Fields`: a Dictionary of Structured Fields (RFC 9651, D-233). */
export function alteredFieldsHeader(fields: readonly AlteredField[]): string {
  return fields
    .map(({ key, sent, stored }) => {
      const isCut = isTooLong(sent) || isTooLong(stored);
      return key + parameter('sent', sent) + parameter('stored', stored) + (isCut ? ';cut' : '');
    })
    .join(', ');
}

function parameter(name: string, value: unknown): string {
  const item = bareItem(value);
  return item === undefined ? '' : `;${name}=${item}`;
}

/** RFC 9651 section 4.1; undefined for what has no such form. */
function bareItem(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '?1' : '?0';
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER ? String(value) : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const text = isTooLong(value) ? [...value].slice(0, MAX_LENGTH).join('') : value;
  return /^[\x20-\x7e]*$/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : displayString(text);
}

function displayString(text: string): string {
  const octets = [...Buffer.from(text)].map((octet) =>
    octet < 0x20 || octet > 0x7e || octet === PERCENT || octet === QUOTE
      ? `%${octet.toString(16).padStart(2, '0')}`
      : String.fromCharCode(octet),
  );
  return `%"${octets.join('')}"`;
}

const [PERCENT, QUOTE] = Buffer.from('%"') as unknown as [number, number];

/** By characters (D-11). */
function isTooLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > MAX_LENGTH && [...value].length > MAX_LENGTH;
}
