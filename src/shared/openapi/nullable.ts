import { ApiExtraModels, ApiProperty, getSchemaPath, type SchemaObject } from '@nestjs/swagger';

/**
 * The schema with null. OpenAPI 3.0 also requires null among the values of an enumeration (D-217).
 */
export function nullable(schema: SchemaObject): SchemaObject {
  return { ...schema, nullable: true, ...(schema.enum && { enum: [...schema.enum, null] }) };
}

/**
 * An object of this class or null, in the form that strict validators of OpenAPI 3.0 accept
 * (D-217).
 */
export function nullableReference(of: new () => object): SchemaObject {
  const isNull: SchemaObject = { type: 'object', nullable: true, enum: [null] };
  return { type: 'object', anyOf: [{ $ref: getSchemaPath(of) }, isNull] };
}

/** A property that is an object of this class or null. */
export function NullableObject(
  of: new () => object,
  options: { required?: boolean; description?: string; deprecated?: boolean } = {},
): PropertyDecorator {
  return (target, property) => {
    ApiExtraModels(of)(target.constructor);
    ApiProperty({ ...options, ...nullableReference(of) } as PropertyOptions)(target, property);
  };
}

type PropertyOptions = Parameters<typeof ApiProperty>[0];
