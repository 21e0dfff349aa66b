/** The comparisons of a filter; `eq` is the plain `field: value`. */
export type Operator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains';
export type Operand = string | number | boolean | null;

/** A parsed X-Filter: what must hold. */
export type Filter =
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly field: FieldSpec; readonly operator: Operator; readonly value: Operand };

/** A parsed order; without one a list is in its own order. */
export interface Order {
  /** Undefined: the list's own order, in the direction that follows (D-215). */
  readonly field: FieldSpec | undefined;
  readonly descending: boolean;
}

export interface FilterRequest {
  readonly filter?: Filter;
  readonly order?: Order;
}

/** What a filter may do with one field of a resource. */
export interface FieldSpec {
  readonly type: 'string' | 'number' | 'boolean' | 'time' | 'array';
  /** The SQL expression that has the value. */
  readonly column: string;
  readonly orderable: boolean;
  /** The field that a string is compared with, where some values are numbers and others are strings. */
  readonly text?: FieldSpec;
  /** Brings an operand into the stored form. */
  readonly normalise?: (value: string) => string;
}

/** The fields of a resource that filters know, by their name in the API. */
export type Fields = Readonly<Record<string, FieldSpec>>;

type Options = Partial<Pick<FieldSpec, 'orderable' | 'text' | 'normalise'>>;

const field =
  (type: FieldSpec['type']) =>
  (column: string, options: Options = {}): FieldSpec => ({
    type,
    column,
    orderable: type !== 'array',
    ...options,
  });

export const stringField = field('string');
export const numberField = field('number');
export const booleanField = field('boolean');
export const timeField = field('time');
export const arrayField = field('array');
