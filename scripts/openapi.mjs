// Writes the OpenAPI document of the sources: node scripts/openapi.mjs FILE
import { mkdirSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname } from 'node:path';

register('../test/support/typescript-hooks.mjs', import.meta.url);
const { makeDocument } = await import('../test/support/document.ts');

const [file] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(await makeDocument(), null, 2)}\n`);
