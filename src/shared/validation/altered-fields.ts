import { classOf } from './checked-request.js';
import { fieldsOf, type DeclaredField } from './declared-fields.js';

/** A field of a request that is not stored as it was sent. Values that are undefined are not told. */
export interface AlteredField {
  readonly key: string;
  readonly sent?: unknown;
  readonly stored?: unknown;
}

type Members = Readonly<Record<string, unknown>>;

const SET_BY_RULE = Symbol('fields that a rule has set');

/** Notes fields of an answer whose value comes from a rule although the request did not ask for it. */
export function setByRule<Shown extends object>(shown: Shown, ...keys: (string & keyof Shown)[]): Shown {
  if (keys.length > 0) Object.defineProperty(shown, SET_BY_RULE, { value: keys });
  return shown;
}

/**
 * What of a request is stored in another form (D-233), by its body and its answer. Keys that the answer doesn't show, such
 * as passwords, are not compared, and neither is what the endpoint ignores.
 */
export function alteredFields(body: Members, answer: Members): readonly AlteredField[] {
  const of = classOf(body);
  if (!of) return [];
  const keys = [...fieldsOf(of)].filter(([key, field]) => isAltered(field, body[key], answer[key], answer));
  const set = (answer as { readonly [SET_BY_RULE]?: readonly string[] })[SET_BY_RULE] ?? [];
  const altered = new Set([...keys.map(([key]) => key), ...set]);
  return [...altered].map((key) => ({ key, sent: told(body[key]), stored: told(answer[key]) }));
}

function isAltered({ of, counts }: DeclaredField, sent: unknown, stored: unknown, answer: Members): boolean {
  return !isSame(sent, stored, of) && counts?.(answer) !== false;
}

/** Null is no value: it means absent, or clears (D-15). */
function isSame(sent: unknown, stored: unknown, of: (new () => object) | undefined): boolean {
  if (sent === stored || sent === null || sent === undefined || stored === undefined) return true;
  if (Array.isArray(sent) && Array.isArray(stored)) return isSameList(sent, stored, of);
  if (!of || !isObject(sent) || !isObject(stored)) return false;
  return [...fieldsOf(of)].every(([key, field]) => isSame(sent[key], stored[key], field.of));
}

/** Entries with an id change those with the same id, and leave the others of the list as they are. */
function isSameList(
  sent: readonly unknown[],
  stored: readonly unknown[],
  of: (new () => object) | undefined,
): boolean {
  if (!of || !fieldsOf(of).has('id')) {
    return sent.length === stored.length && sent.every((entry, index) => isSame(entry, stored[index], of));
  }
  const byId = new Map((stored as readonly Members[]).map((entry) => [entry.id, entry]));
  return (sent as readonly Members[]).every((entry) => isSame(entry, byId.get(entry.id) ?? null, of));
}

/** Of lists and objects only their key is told. */
function told(value: unknown): unknown {
  return typeof value === 'object' ? undefined : value;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
