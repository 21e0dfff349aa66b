// Writes down the statements of this release and its newest migration, for previous-release.test.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const statements = {};
globalThis.recordStatement = (statement) => {
  if (statement.name !== undefined) statements[statement.name] = statement.text.replace(/\s+/g, ' ').trim();
  return statement;
};
register('../support/typescript-hooks.mjs', import.meta.url);
register('./recording-hooks.mjs', import.meta.url);

for (const file of readdirSync(new URL('src/', root), { recursive: true })) {
  const source = new URL(`src/${file}`, root);
  const makes = /\b(query|command|versioned|append|take|new Collection)\b[<(]/;
  if (file.endsWith('.ts') && makes.test(readFileSync(source, 'utf8'))) await import(source);
}
const migrations = readdirSync(new URL('migrations/', root)).filter((file) => file.endsWith('.sql'));
const release = {
  migration: migrations.sort().at(-1).slice(0, 4),
  statements: Object.fromEntries(Object.entries(statements).sort(([one], [other]) => (one < other ? -1 : 1))),
};
const golden = process.argv[2] ?? fileURLToPath(new URL('previous-release.golden.json', import.meta.url));
writeFileSync(golden, JSON.stringify(release, null, 2) + '\n');
