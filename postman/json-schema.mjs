const KEPT = ['type', 'required', 'enum', 'minimum', 'maximum', 'maxProperties', 'additionalProperties'];
const DATE_TIME = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$';

/** A schema of the OpenAPI document as JSON Schema: exactly its properties (D-25), times in the API's own form (D-09). */
export function jsonSchema(schema) {
  if (schema.$ref) return { $ref: schema.$ref.replace('#/components/schemas/', '#/definitions/') };
  const parts = schema.allOf ?? schema.oneOf;
  if (parts) return { anyOf: [...parts.map(jsonSchema), ...(schema.nullable ? [{ type: 'null' }] : [])] };
  const made = Object.fromEntries(KEPT.filter((key) => key in schema).map((key) => [key, schema[key]]));
  if (schema.format === 'date-time') made.pattern = DATE_TIME;
  if (schema.items) made.items = jsonSchema(schema.items);
  if (schema.properties) {
    made.properties = mapValues(schema.properties, jsonSchema);
    made.additionalProperties ??= false;
  }
  return schema.nullable ? nullable(made) : made;
}

export function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function nullable(schema) {
  const types = { ...schema, type: [schema.type, 'null'] };
  return schema.enum ? { ...types, enum: [...schema.enum, null] } : types;
}
