import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { registerDecorator, ValidateNested, type ValidationArguments } from 'class-validator';
import { NullableObject, nullable } from '../openapi/nullable.js';
import { settingsOf } from './checked-request.js';
import { declareField } from './declared-fields.js';
import { faultsAt, required, type InnerFault, type Rule } from './rule.js';

interface FieldOptions {
  /** The field must be there. */
  required?: boolean;
  /** What `null` sets the field to (D-15). Without it, `null` counts as absent. */
  clears?: unknown;
  /** For objects and arrays of them: the class of one. */
  of?: new () => object;
  /** The service refuses null, as `looseFaults` does (D-237); the document says so. */
  refusesNull?: boolean;
  description?: string;
  example?: unknown;
  deprecated?: boolean;
}

/** One field of a request body: its rule for class-validator and its schema for the OpenAPI document, stated once. */
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
        // class-validator has one text per constraint: the list of faults travels as JSON.
        defaultMessage: (args) => JSON.stringify(faultsOf(rule, args!.value, args!, options)),
      },
    });
    // Of an object whose class it isn't told, class-transformer would make what its key `constructor` holds.
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
  const { required, of, description, example, deprecated, clears, refusesNull } = options;
  const common = { required: required ?? false, description, example, deprecated };
  // D-15: null clears the field, or counts as absent.
  const isNullable = (!required && !refusesNull) || clears !== undefined;
  if (of && rule.schema.type === 'array') {
    return ApiProperty({ ...common, type: () => of, isArray: true, nullable: isNullable });
  }
  if (of && rule.schema.oneOf) return OneOf(rule.schema.oneOf, of, common);
  if (of) return isNullable ? NullableObject(of, common) : ApiProperty({ ...common, type: () => of });
  return ApiProperty({ ...common, ...(isNullable ? nullable(rule.schema) : rule.schema) } as PropertyOptions);
}

/** A property of several schemas, the list among which holds objects of this class. */
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
