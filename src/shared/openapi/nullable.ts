import { ApiExtraModels, ApiProperty, getSchemaPath, type SchemaObject } from '@nestjs/swagger';

/** The schema with null, which OpenAPI 3.0 must also have among the values of an enumeration (D-217). */
export function nullable(schema: SchemaObject): SchemaObject {
  return { ...schema, nullable: true, ...(schema.enum && { enum: [...schema.enum, null] }) };
}

/** A property that is an object of this class or null, as a strict validator of OpenAPI 3.0 understands it (D-217). */
export function NullableObject(
  of: new () => object,
  options: { required?: boolean; description?: string; deprecated?: boolean } = {},
): PropertyDecorator {
  return (target, property) => {
    ApiExtraModels(of)(target.constructor);
    const isNull: SchemaObject = { type: 'object', nullable: true, enum: [null] };
    const anyOf = [{ $ref: getSchemaPath(of) }, isNull];
    ApiProperty({ ...options, type: 'object', anyOf } as PropertyOptions)(target, property);
  };
}

type PropertyOptions = Parameters<typeof ApiProperty>[0];
