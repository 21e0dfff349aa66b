import type { Cap, Rule } from './rule.js';

export type RequestClass = new () => object;

/** What a request class says about one of its fields beyond its rule. */
export interface DeclaredField {
  /** Of what class its value or the entries of its value are. */
  readonly of?: RequestClass | undefined;
  /** Those of its rule. */
  readonly cap?: Cap | undefined;
  readonly schema?: Rule['schema'];
}

const FIELDS = new WeakMap<object, Map<string, DeclaredField>>();
const NONE: ReadonlyMap<string, DeclaredField> = new Map();

/** Notes that the class has this field. */
export function declareField(of: object, key: string, field: DeclaredField): void {
  const fields = FIELDS.get(of) ?? new Map<string, DeclaredField>();
  FIELDS.set(of, fields.set(key, field));
}

/** The fields of a request class, in its order; every other key of a body is ignored (D-13). */
export function fieldsOf(of: object): ReadonlyMap<string, DeclaredField> {
  return FIELDS.get(of) ?? NONE;
}
