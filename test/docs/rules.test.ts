import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readCitations, readRules, type Citation } from '../../scripts/rules.mjs';
import { packageRoot } from '../../src/shared/package-root.js';

const PLACES = ['src', 'test', 'migrations', 'docs', 'bench', 'deploy', 'scripts', 'start.mjs', 'README.md'];
/** Sections whose rules have numbers, and which are cited without one, too. */
const SECTIONS = ['VPCs', 'Domains', 'Images', 'Authentication', 'Errors', 'Versioning'];
/** They cite rules that don't exist, as examples. */
const EXAMPLES = ['test/docs/rules.test.ts', 'scripts/rules.mjs', 'scripts/where.mjs'];

describe('the rules of docs/rules', () => {
  const rules = readRules();
  const ids = rules.map(({ id }) => id);
  const citations = readCitations(PLACES, [...ids, ...SECTIONS]).filter(
    ({ file }) => !EXAMPLES.includes(file),
  );
  const tested = new Set(citations.filter(isTitle).map(({ rule }) => rule));

  it('have an id of their own each', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('have no gap among the first decisions', () => {
    const missing = Array.from({ length: 238 }, (_, i) => `D-${String(i + 1).padStart(2, '0')}`);
    expect(missing.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('are all that is cited', () => {
    const known = new Set([...ids, ...SECTIONS]);
    expect(citations.filter(({ rule }) => !known.has(rule)).map(shown)).toEqual([]);
  });

  it('have a test each, or name the rule that has it', () => {
    const missing = rules.filter(
      ({ id, built, text }) => isRule(id) && built && !tested.has(id) && !tested.has(answeredBy(text)),
    );
    expect(missing.map(({ id }) => id)).toEqual(['D-166']);
  });

  it('are marked "Not built yet" only while no test cites them: take the mark out of docs/rules with the first test', () => {
    expect(
      rules.filter(({ id, built }) => !built && tested.has(id)).map(({ id, page }) => `${page}: ${id}`),
    ).toEqual([]);
  });
});

describe('npm run where', () => {
  const where = (id: string): string =>
    execFileSync(process.execPath, [join(packageRoot, 'scripts/where.mjs'), id], { encoding: 'utf8' });

  it('prints a decision with its code and its tests', () => {
    const printed = where('D-33');
    expect(printed).toContain('D-33 · blocked delete\ndocs/rules/conventions.md:');
    expect(printed).toMatch(/^Code: \d+\n {2}src\//m);
    expect(printed).toMatch(/^Tests: \d+\n {2}test\/.+\.test\.ts:\d+ {2}.*\[D-33\]/m);
  });

  it('prints a rule of the specification', () => {
    expect(where('VPCs rule 2')).toMatch(/^ {2}src\/vpc\/vpcs\/vpcs\.service\.ts:\d+ {2}/m);
  });

  it('fails for an unknown one', () => {
    expect(() => where('D-9999')).toThrow('No rule D-9999 in docs/rules.');
  });
});

function isTitle({ file, titled }: Citation): boolean {
  return titled && file.endsWith('.test.ts');
}

/** Sections of the specification have no number, and no test by that name. */
function isRule(id: string): boolean {
  return /\d$/.test(id);
}

function answeredBy(text: string): string {
  return /See ([^.]+)\.$/.exec(text)?.[1] ?? '';
}

function shown({ rule, file, line }: Citation): string {
  return `${rule} in ${file}:${line}`;
}
