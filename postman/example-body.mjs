/**
 * The body that the document's examples make: every field that has one, and every required field. An object inside is
 * there when it is required, or when all that it requires has an example.
 * @throws Error for a required field without an example
 */
export function exampleBody(schema, schemas) {
  const value = exampleOf(schema, schemas);
  if (value === undefined) throw new Error(`No example for ${JSON.stringify(schema)}`);
  return value;
}

function exampleOf(schema, schemas) {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1)], schemas);
  const alternatives = schema.allOf ?? schema.anyOf;
  if (alternatives) return exampleOf(alternatives[0], schemas);
  if (schema.type === 'array' && schema.items) {
    const entry = exampleOf(schema.items, schemas);
    return entry === undefined || typeof entry !== 'object' ? undefined : [entry];
  }
  return schema.properties ? exampleOfObject(schema, schemas) : undefined;
}

function exampleOfObject({ properties, required = [] }, schemas) {
  const values = Object.entries(properties).map(([key, schema]) => [key, exampleOf(schema, schemas)]);
  const given = values.filter(([, value]) => value !== undefined);
  const isComplete = required.every((key) => given.some(([name]) => name === key));
  return isComplete && given.length > 0 ? Object.fromEntries(given) : undefined;
}
