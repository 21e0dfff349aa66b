import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { registerDecorator, ValidateNested, type ValidationArguments } from 'class-validator';
import { NullableObject, nullable } from '../openapi/nullable.js';
import { settingsOf } from './checked-request.js';
import { declareField } from './declared-fields.js';
import { faultsAt, required, type InnerFault, type Rule } from './rule.js';

interface FieldOptions {
  /** Refuses a missing field. */
  required?: boolean;
  /** The value that `null` sets (D-15). Without it, `null` counts as absent. */
  clears?: unknown;
  /** The class of the object, or of the objects in the array. */
  of?: new () => object;
  /** Documents the field as required and not null, which code other than its rule checks. */
  isExpected?: boolean;
  /** The service refuses null, as `looseFaults` does (D-237); this only documents it. */
  refusesNull?: boolean;
  description?: string;
  example?: unknown;
  deprecated?: boolean;
}

/**
 * Declares a field of a request body: its rule for class-validator, and its schema for the OpenAPI
 * document.
 */
export function Field(rule: Rule, options: FieldOptions = {}): PropertyDecorator {
  return (target, property) => {
    const key = String(property);
    declareField(target.constructor, key, { ...options, cap: rule.cap, schema: rule.schema });
    Expose()(target, property);
    Transform(({ value }: { value: unknown }) => (value === null ? options.clears : value))(target, property);
    registerDecorator({
      name: 'field',
      target: target.constructor,
      propertyName: key,
      validator: {
        validate: (value: unknown, args) => faultsOf(rule, value, args!, options).length === 0,
        // class-validator has one text per constraint, so the list of faults is JSON.
        defaultMessage: (args) => JSON.stringify(faultsOf(rule, args!.value, args!, options)),
      },
    });
    // Without a class, class-transformer would use the `constructor` key of an object.
    Type(() => options.of ?? Object)(target, property);
    if (options.of) ValidateNested()(target, property);
    describe(rule, options)(target, property);
  };
}

function faultsOf(
  rule: Rule,
  value: unknown,
  args: ValidationArguments,
  options: FieldOptions,
): readonly InnerFault[] {
  const { property: key, object } = args;
  if (value === undefined) return options.required ? faultsAt('', required(key), rule) : [];
  if (value === options.clears) return [];
  return faultsAt('', rule.check(value, key, settingsOf(object)), rule);
}

function describe(rule: Rule, options: FieldOptions) {
  const { of, description, example, deprecated, clears, refusesNull } = options;
  const required = options.required ?? options.isExpected ?? false;
  const common = { required, description, example, deprecated };
  // D-15: null clears the field, or counts as absent.
  const isNullable = (!required && !refusesNull) || clears !== undefined;
  if (of && rule.schema.type === 'array') {
    return ApiProperty({ ...common, type: () => of, isArray: true, nullable: isNullable });
  }
  if (of && rule.schema.oneOf) return OneOf(rule.schema.oneOf, of, common);
  if (of) return isNullable ? NullableObject(of, common) : ApiProperty({ ...common, type: () => of });
  const schema = takenSchema(rule, options);
  return ApiProperty({ ...common, ...(isNullable ? nullable(schema) : schema) } as PropertyOptions);
}

/** Without a format where `""` clears: a GET shows it then, and it has no format. */
function takenSchema({ schema }: Rule, { clears }: FieldOptions): Rule['schema'] {
  return clears === '' ? { ...schema, format: undefined } : schema;
}

/** A property with several schemas. The array among them holds objects of this class. */
function OneOf(
  schemas: readonly SchemaOrReference[],
  of: new () => object,
  common: object,
): PropertyDecorator {
  const items = { $ref: getSchemaPath(of) };
  const isList = (schema: SchemaOrReference) => 'type' in schema && schema.type === 'array';
  const oneOf = schemas.map((schema) => (isList(schema) ? { type: 'array', items } : schema));
  return (target, property) => {
    ApiExtraModels(of)(target.constructor);
    ApiProperty({ ...common, oneOf } as PropertyOptions)(target, property);
  };
}

type SchemaOrReference = NonNullable<Rule['schema']['oneOf']>[number];
type PropertyOptions = Parameters<typeof ApiProperty>[0];
