type Members = Readonly<Record<string, unknown>>;

/** A field whose value in the response differs from the request's. */
interface AlteredField {
  readonly key: string;
  readonly sent?: unknown;
  readonly stored?: unknown;
}

/**
 * Fields that responses show once. A header would carry them into logs, so it names only the key.
 */
const SECRETS: ReadonlySet<string> = new Set(['token', 'secret', 'scratch', 'upload_to']);
/** The permitted keys of a Dictionary. */
const KEY = /^[a-z*][a-z0-9_.*-]*$/;

/** The fields of a request's body whose value in the response differs (D-277). */
export function alteredFields(body: unknown, answer: unknown): readonly AlteredField[] {
  if (!isObject(body) || !isObject(answer)) return [];
  return Object.entries(body)
    .filter(([key, sent]) => Object.hasOwn(answer, key) && KEY.test(key) && !isShown(sent, answer[key]))
    .map(([key, sent]) => (SECRETS.has(key) ? { key } : { key, sent, stored: answer[key] }));
}

/** Whether a response shows everything that was sent. Its objects may have additional members. */
function isShown(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown)) return isListShown(sent, shown);
  if (!isObject(sent) || !isObject(shown)) return sent === shown;
  return Object.entries(sent).every(
    ([key, value]) => !Object.hasOwn(shown, key) || isShown(value, shown[key]),
  );
}

/** Entries with an id change those with the same id; the other entries of the list stay. */
function isListShown(sent: readonly unknown[], shown: readonly unknown[]): boolean {
  if (sent.length === 0 || !sent.every(hasId) || !shown.every(hasId))
    return sent.length === shown.length && sent.every((entry, index) => isShown(entry, shown[index]));
  const byId = new Map(shown.map((entry) => [entry.id, entry]));
  return sent.every((entry) => isShown(entry, byId.get(entry.id)));
}

function hasId(entry: unknown): entry is Members {
  return isObject(entry) && Object.hasOwn(entry, 'id');
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

const MAX_LENGTH = 256;
const MAX_INTEGER = 999_999_999_999_999;

/**
 * The value of `Altered-Fields`: a Dictionary of Structured Fields (RFC 9651, D-233). For lists and
 * objects it has only the key.
 */
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

/** A bare item of RFC 9651 section 4.1; undefined for values without one. */
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
