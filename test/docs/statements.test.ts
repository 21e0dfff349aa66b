import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

const NAMES = [
  /\b(?:query|command|keyedQuery|dedicatedQuery|recorded)(?:<[^()]*>)?\(\s*['`]([^'`]+)['`]/g,
  // A list has its name among its options.
  /\bname: '([^']+)'/g,
];
/** The statement of a job is named after the job. */
const JOBS = /\bexpiredRows\(\s*'([^']+)'/g;
const FORM = /^[a-z][A-Za-z]*\.[a-z][A-Za-z]*\.[a-z][A-Za-z]*(\.[a-z.]+)?$/;

it('the name of a statement is `area.resource.verb`, and no other statement has it', () => {
  const files = (readdirSync(join(packageRoot, 'src'), { recursive: true }) as string[]).filter((file) =>
    file.endsWith('.sql.ts'),
  );
  const names = files.flatMap((file) => namesIn(readFileSync(join(packageRoot, 'src', file), 'utf8')));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !FORM.test(name))).toEqual([]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** The names in a text, with `kind` for each part that code adds. */
function namesIn(text: string): string[] {
  const own = NAMES.flatMap((form) => firstGroups(text, form)).filter((name) => !name.startsWith('${'));
  const ofJobs = firstGroups(text, JOBS).map((job) => `${job}.deleteExpired`);
  return [...own, ...ofJobs].map((name) => name.replaceAll(/\$\{[^}]*\}/g, 'kind'));
}

function firstGroups(text: string, form: RegExp): string[] {
  return Array.from(text.matchAll(form), ([, group]) => group!);
}
