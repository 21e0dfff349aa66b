// Writes collection.json and environment.json from the OpenAPI document and the scenario: npm run postman [folder]
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { itemOf, pageItem } from './item.mjs';
import { jsonSchema, mapValues } from './json-schema.mjs';
import { EVERY_ANSWER } from './scripts.mjs';
import { FOLDERS } from './scenario/index.mjs';
import { VARIABLES } from './scenario/variables.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? here;
register('../test/support/typescript-hooks.mjs', import.meta.url);
const { makeDocument } = await import('../test/support/document.ts');
const document = JSON.parse(JSON.stringify(await makeDocument()));
const { schemas } = document.components;
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { method: method.toUpperCase(), path, operation, schemas },
    ]),
  ),
);

const missing = [...operations.keys()].filter(
  (id) => !FOLDERS.some(({ steps }) => steps.some((step) => step.operation === id)),
);
if (missing.length > 0) throw new Error(`The scenario leaves out ${missing.join(', ')}`);

write('collection.json', {
  info: {
    _postman_id: '6f1b1f4e-0c53-4f0c-9d0d-4a1c7a0d4176',
    name: document.info.title,
    description: `${document.info.description}\n\nRun it from top to bottom: each folder makes what it uses and takes it away again.`,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  event: [{ listen: 'test', script: { type: 'text/javascript', exec: EVERY_ANSWER.trim().split('\n') } }],
  variable: [
    { key: 'specVersion', value: document.info.version },
    { key: 'schemas', value: JSON.stringify(mapValues(schemas, jsonSchema)) },
  ],
  item: FOLDERS.map(({ name, description, steps }) => ({ name, description, item: steps.map(itemFor) })),
});
write('environment.json', {
  id: 'b7a0c1de-5a3e-4a52-8c4f-0a1d2c3b4176',
  name: document.info.title,
  values: VARIABLES.map((variable) => ({ enabled: true, ...variable })),
  _postman_variable_scope: 'environment',
});

function itemFor(step) {
  return step.operation ? itemOf({ ...step, schemas }, found(step.operation)) : pageItem(step);
}

function found(id) {
  const operation = operations.get(id);
  if (!operation) throw new Error(`The document has no operation ${id}`);
  return operation;
}

function write(name, content) {
  writeFileSync(join(target, name), `${JSON.stringify(content, null, 2)}\n`);
}
