import type { Cap, Rule } from './rule.js';

export type RequestClass = new () => object;

/** The declaration of a request field, beside its rule. */
export interface DeclaredField {
  /** The class of its value, or of the value's entries. */
  readonly of?: RequestClass | undefined;
  /** The cap of its rule. */
  readonly cap?: Cap | undefined;
  readonly schema?: Rule['schema'];
}

const FIELDS = new WeakMap<object, Map<string, DeclaredField>>();
const NONE: ReadonlyMap<string, DeclaredField> = new Map();

export function declareField(of: object, key: string, field: DeclaredField): void {
  const fields = FIELDS.get(of) ?? new Map<string, DeclaredField>();
  FIELDS.set(of, fields.set(key, field));
}

/**
 * The fields of a request class and of its base classes, in their order. Validation ignores other
 * keys of a body (D-13).
 */
export function fieldsOf(of: object | null): ReadonlyMap<string, DeclaredField> {
  if (of === null) return NONE;
  const [own, inherited] = [FIELDS.get(of), fieldsOf(Object.getPrototypeOf(of) as object | null)];
  if (!own) return inherited;
  return inherited.size === 0 ? own : new Map([...inherited, ...own]);
}
