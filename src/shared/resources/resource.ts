import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import type { FieldSpec, Fields as ListFields } from '../lists/filter.js';
import type { ResourceField, TimeField } from './resource-field.js';

export type ResourceFields = Readonly<Record<string, ResourceField>>;

type ValueOf<Field> = Field extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never;

/** The entity's property: the API's name in camelCase. */
export type PropertyName<Name> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<PropertyName<Rest>>}`
  : Name & string;

/**
 * A resource as the API shows it. A row of its `columns` has the same members, with times as
 * PostgreSQL's texts.
 */
export type Shown<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** A resource by the entity's property names. */
export type Stored<Fields> = {
  readonly [Name in keyof Fields as PropertyName<Name>]: Fields[Name] extends Pick<TimeField, 'isTime'>
    ? Date | string | Extract<ValueOf<Fields[Name]>, null>
    : ValueOf<Fields[Name]>;
};

/** SQL expressions for fields, by name. */
type Expressions<Fields> = { readonly [Name in keyof Fields]?: string };

/**
 * The one description of a resource. It gives the columns of statements, the fields of filters and
 * orders, the object that the API shows, and the schema of the OpenAPI document.
 * `resource-requests.ts` derives requests from it.
 */
export class Resource<Fields extends ResourceFields> {
  /** The class of the resource's schema in the OpenAPI document. */
  readonly response: Type<Shown<Fields>>;
  /** The fields of a `Collection`. */
  readonly filters: ListFields;
  /** The name in the API and the entity's property of each field. */
  private readonly names: readonly (readonly [name: string, property: string])[];
  private readonly conversions: readonly (readonly [name: string, shown: (stored: never) => unknown])[];

  /**
   * @param name the name of the schema in the OpenAPI document
   * @param alias the table's alias in statements
   */
  constructor(
    name: string,
    private readonly alias: string,
    readonly fields: Fields,
  ) {
    const entries = Object.entries(fields);
    this.names = Object.keys(fields).map((key) => [key, propertyName(key)] as const);
    this.conversions = entries.flatMap(([key, { shown }]) => (shown ? [[key, shown] as const] : []));
    this.filters = Object.fromEntries(
      entries.flatMap(([key, { filter }]) => (filter ? [[key, this.filterOf(key, filter)]] : [])),
    );
    this.response = responseClass(name, fields) as Type<Shown<Fields>>;
  }

  /**
   * The select list, with the API's names.
   * @param expressions replace those of the fields
   */
  columns(expressions: Expressions<Fields> = {}): string {
    return this.selected(expressions, (name) => name);
  }

  /** The select list, with the entity's property names. */
  properties(): string {
    return this.selected({}, propertyName);
  }

  /** SQL of a JSON object with the members of a row of `columns`. */
  json(expressions: Expressions<Fields> = {}): string {
    const members = Object.keys(this.fields).map(
      (name) => `'${name}', ${this.expression(name, expressions)}`,
    );
    return `json_build_object(${members.join(', ')})`;
  }

  /**
   * Converts a row of `columns` to the API's form: the same object, in which times and objects
   * change. A copy of each row would double the time of a list.
   */
  readonly shown = (row: Shown<Fields>): Shown<Fields> => {
    const members = row as Record<string, unknown>;
    for (const [name, shown] of this.conversions) members[name] = shown(members[name] as never);
    return row;
  };

  /** Converts an entity, or other values by its property names, to the API's form. */
  shownOf(stored: Stored<Fields>): Shown<Fields> {
    const values = stored as Readonly<Record<string, unknown>>;
    const row: Record<string, unknown> = {};
    for (const [name, property] of this.names) row[name] = values[property];
    return this.shown(row as Shown<Fields>);
  }

  /** The description of the field in the OpenAPI document. */
  describe(name: keyof Fields & string): string {
    return this.fields[name]!.schema.description!;
  }

  private selected(expressions: Expressions<Fields>, named: (name: string) => string): string {
    return Object.keys(this.fields)
      .map((name) => `${this.expression(name, expressions)} AS "${named(name)}"`)
      .join(', ');
  }

  private expression(name: string, expressions: Readonly<Record<string, string | undefined>>): string {
    const { expression, column = name } = this.fields[name]!;
    return expressions[name] ?? expression ?? `${this.alias}.${column}`;
  }

  private filterOf(name: string, filter: NonNullable<ResourceField['filter']>): FieldSpec {
    return { orderable: filter.type !== 'array', ...filter, column: this.expression(name, {}) };
  }
}

export function propertyName(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function responseClass(name: string, fields: ResourceFields): Type {
  const response = { [name]: class {} }[name]!;
  for (const [key, { schema, models = [] }] of Object.entries(fields)) {
    ApiProperty(schema as PropertyOptions)(response.prototype, key);
    ApiExtraModels(...models)(response);
  }
  return response;
}

type PropertyOptions = Parameters<typeof ApiProperty>[0];
