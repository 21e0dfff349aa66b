// Writes the OpenAPI document of the sources: node scripts/openapi.mjs FILE [PUBLIC_URL]
import { mkdirSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname } from 'node:path';

register('../test/support/typescript-hooks.mjs', import.meta.url);
const { makeDocument } = await import('../test/support/document.ts');

const [file, PUBLIC_URL = 'https://cloud.example.net'] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(await makeDocument({ PUBLIC_URL }), null, 2)}\n`);
