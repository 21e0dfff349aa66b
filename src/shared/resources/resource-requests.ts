import type { Type } from '@nestjs/common';
import { Field } from '../validation/field.decorator.js';
import type { TakenField } from './resource-field.js';
import {
  propertyName,
  type PropertyName,
  type Resource,
  type ResourceFields,
  type Shown,
} from './resource.js';

/** The names of the fields that requests may set. */
type TakenName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly taken: object } ? Name : never;
}[keyof Fields];

/** The fields of a request about a resource. */
export type Given<Fields> = Partial<Pick<Shown<Fields>, TakenName<Fields>>>;

/** The stored values of the fields that requests may set, by the entity's property names. */
export type TakenValues<Fields> = {
  readonly [Name in TakenName<Fields> as PropertyName<Name>]: Shown<Fields>[Name];
};

interface RequestOptions<Fields, Required, Before> {
  /** The class whose fields come before those of the resource. */
  readonly after?: Type<Before>;
  /** Fields that the request requires. */
  readonly required?: readonly Required[];
  /** Fields that the request can't set. */
  readonly without?: readonly TakenName<Fields>[];
  /** The order of the fields, if it differs from the resource's. The request has no others. */
  readonly order?: readonly (TakenName<Fields> & string)[];
  /** Examples for the OpenAPI document and the Postman collection, by field. */
  readonly examples?: { readonly [Name in TakenName<Fields>]?: unknown };
}

/**
 * The class of a request body with the fields of the resource that requests may set. Required
 * fields come first.
 */
export function requestOf<
  Fields extends ResourceFields,
  Required extends TakenName<Fields> = never,
  Before = object,
>(
  { fields }: Resource<Fields>,
  options: RequestOptions<Fields, Required, Before>,
): Type<Before & Given<Fields> & Pick<Shown<Fields>, Required>> {
  const { after = Object, required = [], without = [], order, examples = {} } = options;
  class ResourceRequest extends (after as Type) {}
  const isRequired = (name: string) => (required as readonly string[]).includes(name);
  const all = takenOf(fields).filter(([name]) => !(without as readonly string[]).includes(name));
  const ordered = order
    ? order.map((name) => [name, fields[name] as unknown as TakenField] as const)
    : [...all.filter(([name]) => isRequired(name)), ...all.filter(([name]) => !isRequired(name))];
  for (const [name, { schema, taken }] of ordered) {
    Field(taken.rule, {
      ...(schema.description !== undefined && { description: schema.description }),
      ...(schema.deprecated && { deprecated: true }),
      ...('clears' in taken && { clears: taken.clears }),
      ...(taken.of && { of: taken.of }),
      ...(name in examples && { example: (examples as Readonly<Record<string, unknown>>)[name] }),
      required: isRequired(name),
    })(ResourceRequest.prototype, name);
  }
  return ResourceRequest as Type<Before & Given<Fields> & Pick<Shown<Fields>, Required>>;
}

/** The values of a new object for the fields that its request omits. */
export function unsetValues<Fields extends ResourceFields>({
  fields,
}: Resource<Fields>): Partial<TakenValues<Fields>> {
  const unset = takenOf(fields).filter(([, { taken }]) => 'unset' in taken);
  return Object.fromEntries(unset.map(([name, { taken }]) => [propertyName(name), taken.unset])) as Partial<
    TakenValues<Fields>
  >;
}

/** Merges a request's fields into stored values (D-14). The result is in stored form. */
export function mergedValues<Fields extends ResourceFields>(
  { fields }: Resource<Fields>,
  values: Partial<TakenValues<Fields>>,
  given: Given<Fields>,
): TakenValues<Fields> {
  const [stored, sent] = [values, given] as Readonly<Record<string, unknown>>[];
  const merged = takenOf(fields).map(([name, { taken }]) => {
    const property = propertyName(name);
    const value = sent![name];
    if (value === undefined) return [property, stored![property]];
    return [property, taken.stored ? taken.stored(value) : value];
  });
  return Object.fromEntries(merged) as TakenValues<Fields>;
}

/** The names of the columns that requests may set. */
export function takenColumns<Fields extends ResourceFields>({ fields }: Resource<Fields>): string[] {
  return takenOf(fields).map(([name, { column = name }]) => column);
}

/** The placeholders of `takenColumns` in an INSERT, from `$first` on. */
export function takenPlaceholders<Fields extends ResourceFields>(
  { fields }: Resource<Fields>,
  first: number,
): string {
  return takenOf(fields)
    .map(([, { type }], index) => `$${first + index}::${type}`)
    .join(', ');
}

/** The parameters of `takenPlaceholders`. */
export function takenParameters<Fields extends ResourceFields>(
  { fields }: Resource<Fields>,
  values: TakenValues<Fields>,
): unknown[] {
  const stored = values as Readonly<Record<string, unknown>>;
  return takenOf(fields).map(([name]) => stored[propertyName(name)]);
}

function takenOf(fields: ResourceFields): [string, TakenField][] {
  return Object.entries(fields).flatMap(([name, field]) =>
    'taken' in field ? [[name, field as TakenField]] : [],
  );
}
