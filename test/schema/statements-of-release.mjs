// Prints the statements of a compiled release, by name, as JSON: node statements-of-release.mjs <folder of the release>
import { readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Lets the functions that make statements hand each to `recordStatement`. */
const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/dist/database/statement.js')) return loaded;
  const recording = '[query, command] = [query, command].map((make) => (...of) => globalThis.recordStatement(make(...of)));';
  return { ...loaded, source: loaded.source + '\\n' + recording };
}`;

const statements = {};
globalThis.recordStatement = (statement) => {
  statements[statement.name] = statement.text.replace(/\s+/g, ' ').trim();
  return statement;
};
register(`data:text/javascript,${encodeURIComponent(hooks)}`, import.meta.url);

const dist = join(process.argv[2], 'dist');
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name);
  if (!file.endsWith('.js') || file.endsWith('main.js')) continue;
  if (/\b(query|command|expiredRows|new Collection)\(/.test(readFileSync(file, 'utf8')))
    await import(pathToFileURL(file).href);
}
process.stdout.write(JSON.stringify(statements));
