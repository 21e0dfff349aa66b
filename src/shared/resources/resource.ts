import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import type { FieldSpec, Fields as ListFields } from '../lists/filter.js';
import type { ResourceField, TimeField } from './resource-field.js';

export type ResourceFields = Readonly<Record<string, ResourceField>>;

type ValueOf<Field> = Field extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never;

/** The API's name in camelCase: the property of the entity. */
export type PropertyName<Name> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<PropertyName<Rest>>}`
  : Name & string;

/** What the API shows of a resource. A row of its `columns` has the same members, with times as PostgreSQL's texts. */
export type Shown<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** The same with the names of the entity's properties. */
export type Stored<Fields> = {
  readonly [Name in keyof Fields as PropertyName<Name>]: Fields[Name] extends Pick<TimeField, 'isTime'>
    ? Date | string
    : ValueOf<Fields[Name]>;
};

/** SQL expressions for fields, by name. */
type Expressions<Fields> = { readonly [Name in keyof Fields]?: string };

/**
 * The one description of a resource. It gives the columns of statements, the fields of filters and orders, what the API shows, and
 * the schema of the OpenAPI document. What requests may set: `resource-requests.ts`.
 */
export class Resource<Fields extends ResourceFields> {
  /** The class that stands for the resource in the OpenAPI document. */
  readonly response: Type<Shown<Fields>>;
  /** The fields of a `Collection`. */
  readonly filters: ListFields;
  /** Of each field, the name in the API and that of the entity's property. */
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

  /** The select list, under the names of the API. @param expressions replace those of the fields */
  columns(expressions: Expressions<Fields> = {}): string {
    return this.selected(expressions, (name) => name);
  }

  /** The select list, under the names of the entity's properties. */
  properties(): string {
    return this.selected({}, propertyName);
  }

  /** SQL of a JSON object, as `columns` selects a row. */
  json(expressions: Expressions<Fields> = {}): string {
    const members = Object.keys(this.fields).map(
      (name) => `'${name}', ${this.expression(name, expressions)}`,
    );
    return `json_build_object(${members.join(', ')})`;
  }

  /**
   * What the API shows of a row of `columns`: the row itself, of which only times and lists of objects change. A copy of each row
   * would double the time of a list.
   */
  readonly shown = (row: Shown<Fields>): Shown<Fields> => {
    const members = row as Record<string, unknown>;
    for (const [name, shown] of this.conversions) members[name] = shown(members[name] as never);
    return row;
  };

  /** What the API shows of an entity, or of other values under the names of its properties. */
  shownOf(stored: Stored<Fields>): Shown<Fields> {
    const values = stored as Readonly<Record<string, unknown>>;
    const row: Record<string, unknown> = {};
    for (const [name, property] of this.names) row[name] = values[property];
    return this.shown(row as Shown<Fields>);
  }

  /** The text that says in the OpenAPI document what the field means. */
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
    return { ...filter, column: this.expression(name, {}), orderable: filter.type !== 'array' };
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
