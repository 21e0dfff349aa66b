const NAME = /^[a-z][a-z0-9_]*$/i;
const VALUE = /^[\x21-\x3a\x3c-\x7e \t\r\n]*$/;

/**
 * Parses a list such as `v=DKIM1; p=...` (RFC 6376, section 3.2).
 * @returns the values by tag, in the order of the list; undefined for an invalid list
 */
export function parseTags(text: string): ReadonlyMap<string, string> | undefined {
  const parts = text.split(';');
  if (parts.at(-1)!.trim() === '') parts.pop();
  const tags = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const [name, value] = [part.slice(0, Math.max(0, equals)).trim(), part.slice(equals + 1).trim()];
    if (!NAME.test(name) || !VALUE.test(value) || tags.has(name)) return undefined;
    tags.set(name, value);
  }
  return tags;
}
