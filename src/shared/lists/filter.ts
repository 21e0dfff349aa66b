/** The comparisons of a filter; `eq` is the plain `field: value`. */
export type Operator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains';
export type Operand = string | number | boolean | null;

/** A parsed X-Filter, as a condition. */
export type Filter =
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly field: FieldSpec; readonly operator: Operator; readonly value: Operand };

/** A requested order. */
export interface Order {
  /** Undefined for the list's own order, in the given direction (D-215). */
  readonly field: FieldSpec | undefined;
  readonly descending: boolean;
}

export interface FilterRequest {
  readonly filter?: Filter;
  readonly order?: Order;
}

/** How filters may use a field of a resource. */
export interface FieldSpec {
  readonly type: 'string' | 'number' | 'boolean' | 'time' | 'array';
  /** The SQL expression of the value. */
  readonly column: string;
  readonly orderable: boolean;
  /** The field to compare strings with, if some values are numbers and others are strings. */
  readonly text?: FieldSpec;
  /** Converts an operand to the stored form. */
  readonly normalise?: (value: string) => string;
}

/** The fields that filters may use, by their name in the API. */
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
