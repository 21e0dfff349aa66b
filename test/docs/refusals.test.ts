import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE, SECTIONS, type Code } from '../../src/shared/errors/catalogue.js';
import { packageRoot } from '../../src/shared/package-root.js';

const codes = Object.keys(CATALOGUE) as Code[];
/** The texts between backticks in the second column of the reason catalogue. */
const documented = textsOf(readFileSync(join(packageRoot, 'docs/rules/conventions.md'), 'utf8'));
const tests = sourcesOf(join(packageRoot, 'test')).filter(({ file }) => file !== 'refusals.test.ts');

describe('[D-234] the catalogue of refusals', () => {
  it('has exactly one code for each documented text', () => {
    const found = documented.map((text) => [text, codesOf(text).length]);
    expect(documented.length).toBeGreaterThan(60);
    expect(found.filter(([, matching]) => matching !== 1)).toEqual([]);
  });

  it('has no text that is not documented', () => {
    expect(codes.filter((code) => !documented.some((text) => codesOf(text).includes(code)))).toEqual([]);
  });

  it('has each code in one section', () => {
    expect(Object.values(SECTIONS).flatMap((section) => Object.keys(section))).toEqual(codes);
  });

  it.each(codes)('%s is provoked by a test', (code) => {
    const pattern = patternOf(code, '[^\'"`]*?');
    const provokes = (source: string) => pattern.test(source) || source.includes(`'${code}'`);
    expect(tests.filter(({ source }) => provokes(source)).map(({ file }) => file)).not.toEqual([]);
  });
});

/** A text without details is its own code's alone. */
function codesOf(text: string): readonly Code[] {
  const exact = codes.filter((code) => CATALOGUE[code].reason === text);
  return exact.length > 0 ? exact : codes.filter((code) => patternOf(code).test(text));
}

/** The texts of a code, whatever its details are. */
function patternOf(code: Code, detail?: string): RegExp {
  const parts = CATALOGUE[code].reason
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()[\]|\\]/g, '\\$&'));
  return detail === undefined ? new RegExp(`^${parts.join('.+')}$`) : new RegExp(parts.join(detail));
}

function textsOf(page: string): string[] {
  const [, table = ''] = page.split('### Reason catalogue');
  const rows = table
    .split('\n## ', 1)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return rows.slice(1).flatMap((row) =>
    [
      ...row
        .split(' | ')[1]!
        .replaceAll(/\([^)]*\)/g, '')
        .matchAll(/`([^`]+)`/g),
    ].map(([, text]) => text!),
  );
}

function sourcesOf(folder: string): { readonly file: string; readonly source: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => ({ file: name, source: readFileSync(join(parentPath, name), 'utf8') }));
}
