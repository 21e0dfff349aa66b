// Generates clients from the file openapi.json of a folder: node generate.mjs FOLDER
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';

const [folder] = process.argv.slice(2);
const input = join(folder, 'openapi.json');

writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(pathToFileURL(input))));
await createClient({
  input,
  output: { path: join(folder, 'source'), module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
});
