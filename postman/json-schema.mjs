const KEPT = [
  'type',
  'required',
  'enum',
  'pattern',
  'minimum',
  'maximum',
  'maxProperties',
  'additionalProperties',
];

/** A schema of the OpenAPI document as JSON Schema: exactly its properties (D-25). */
export function jsonSchema(schema) {
  if (schema.$ref) return { $ref: schema.$ref.replace('#/components/schemas/', '#/definitions/') };
  const parts = schema.allOf ?? schema.oneOf ?? schema.anyOf;
  if (parts) return { anyOf: [...parts.map(jsonSchema), ...(schema.nullable ? [{ type: 'null' }] : [])] };
  const made = Object.fromEntries(KEPT.filter((key) => key in schema).map((key) => [key, schema[key]]));
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
  return { ...schema, type: [schema.type, 'null'] };
}
