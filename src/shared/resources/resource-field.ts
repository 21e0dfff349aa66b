import type { Type } from '@nestjs/common';
import { getSchemaPath, type SchemaObject } from '@nestjs/swagger';
import type { FieldSpec } from '../lists/filter.js';
import { SHOWN_TIME } from '../openapi/api-time.decorator.js';
import { nullable, nullableReference } from '../openapi/nullable.js';
import { shownTime } from '../time/date-time.js';
import type { Rule } from '../validation/rule.js';

/** How requests may set a field. */
interface Taken<Value> {
  readonly rule: Rule;
  /**
   * The value of a new object whose request omits the field. Without it, a create requires the
   * field.
   */
  readonly unset?: Value;
  /** The value that `null` sets (D-15). Without it, `null` counts as absent. */
  readonly clears?: Value;
  /** Converts a valid value to the stored form. */
  readonly stored?: (given: Value) => Value;
  /** The class of the request's object, or of the objects in its list. */
  readonly of?: Type;
}

/** One field of a resource, under its name in the API. */
export interface ResourceField<Value = unknown> {
  /** The schema of the value in responses, with the description. */
  readonly schema: SchemaObject;
  /** The SQL type of the column. */
  readonly type: string;
  /** The name of the column, if it differs from the field's. */
  readonly column?: string;
  /** The SQL expression in statements that read, if it is not the column. */
  readonly expression?: string;
  /** How filters and orders use the field. Without it, they can't. */
  readonly filter?: Pick<FieldSpec, 'type' | 'normalise'> & Partial<Pick<FieldSpec, 'orderable'>>;
  /** The classes to which the schema refers. */
  readonly models?: readonly Type[];
  /** Converts the statement's value to the API's. It also accepts its own result. */
  readonly shown?: (stored: never) => unknown;
  /** The type of the API's value, only for the type checker. */
  readonly value?: Value;
}

/** A field that requests may set. */
export interface TakenField<Value = unknown> extends ResourceField<Value> {
  readonly taken: Taken<Value>;
}

/** A time. In rows of statements it is PostgreSQL's text, in entities a Date. */
export interface TimeField extends ResourceField<string> {
  readonly isTime: true;
}

interface Options
  extends
    Pick<SchemaObject, 'example' | 'deprecated' | 'format'>,
    Pick<ResourceField, 'column' | 'expression'> {
  /** False when filters and orders can't use the field. */
  readonly filter?: false;
  /** False when orders can't use the field. */
  readonly orderable?: false;
  /** Converts an operand of a filter to the stored form. */
  readonly normalise?: (value: string) => string;
}

export function textProperty(description: string, options?: Options): ResourceField<string> {
  return field({ type: 'string' }, 'text', 'string', description, options);
}

export function oneOfProperty<Value extends string>(
  values: readonly Value[],
  description: string,
  options?: Options,
): ResourceField<Value> {
  return field({ type: 'string', enum: [...values] }, 'text', 'string', description, options);
}

export function booleanProperty(description: string, options?: Options): ResourceField<boolean> {
  return field({ type: 'boolean' }, 'boolean', 'boolean', description, options);
}

export function integerProperty(description: string, options?: Options): ResourceField<number> {
  return field({ type: 'integer' }, 'integer', 'number', description, options);
}

export function numberProperty(description: string): ResourceField<number> {
  return field({ type: 'number' }, 'numeric', 'number', description);
}

export function textsProperty(description: string, options?: Options): ResourceField<string[]> {
  return field({ type: 'array', items: { type: 'string' } }, 'text[]', 'array', description, options);
}

export function timeProperty(description: string, options?: Options): TimeField {
  return {
    ...field<string>(SHOWN_TIME, 'timestamptz', 'time', description, options),
    isTime: true,
    shown: shownTime as (stored: never) => unknown,
  };
}

/**
 * A list of objects, as JSON. Each statement gives its SQL expression.
 * @param shown converts one object
 */
export function objectsProperty<Shown>(
  model: Type<Shown>,
  description: string,
  shown?: (row: Shown) => Shown,
): ResourceField<Shown[]> {
  return {
    schema: { type: 'array', items: { $ref: getSchemaPath(model) }, description },
    type: 'json',
    models: [model],
    ...(shown && { shown: (rows: readonly Shown[]) => rows.map(shown) }),
  };
}

/**
 * An object, as JSON. Each statement gives its SQL expression.
 * @param shown converts it
 */
export function objectProperty<Shown>(
  model: Type<Shown>,
  description: string,
  shown?: (row: Shown) => Shown,
): ResourceField<Shown> {
  return {
    schema: { type: 'object', allOf: [{ $ref: getSchemaPath(model) }], description },
    type: 'json',
    models: [model],
    ...(shown && { shown }),
  };
}

/** As `objectProperty`, or null. */
export function objectOrNullProperty<Shown extends object>(
  model: Type<Shown>,
  description: string,
  shown?: (row: Shown) => Shown,
): ResourceField<Shown | null> {
  return {
    schema: { ...nullableReference(model), description },
    type: 'json',
    models: [model],
    ...(shown && { shown: (row: Shown | null) => row && shown(row) }),
  };
}

/** The field, documented as nullable. */
export function orNull<Field extends ResourceField>(
  of: Field,
): Omit<Field, 'value'> & { readonly value?: Field['value'] | null } {
  return { ...of, schema: nullable(of.schema) };
}

/** The field, which requests may set. */
export function taken<Value>(of: ResourceField<Value>, by: Taken<NoInfer<Value>>): TakenField<Value> {
  return { ...of, taken: by };
}

function field<Value>(
  schema: SchemaObject,
  type: string,
  filter: FieldSpec['type'],
  description: string,
  { column, expression, filter: isFilterable, normalise, orderable, ...more }: Options = {},
): ResourceField<Value> {
  return {
    schema: { ...schema, description, ...more },
    type,
    ...(column !== undefined && { column }),
    ...(expression !== undefined && { expression }),
    ...(isFilterable !== false && {
      filter: { type: filter, ...(normalise && { normalise }), ...(orderable === false && { orderable }) },
    }),
  };
}
