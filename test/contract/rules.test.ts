import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

/** How many numbered rules each section of the specification has. */
const SECTIONS = { VPCs: 5, Profile: 11, Domains: 5, Images: 4, Authentication: 7, Errors: 6, Versioning: 3 };
const DECISIONS = 200;

const RULES = [
  ...Object.entries(SECTIONS).flatMap(([section, count]) =>
    numbered(count).map((n) => `${section} rule ${n}`),
  ),
  ...numbered(DECISIONS).map((n) => `D-${String(n).padStart(2, '0')}`),
];

/** Rules that say that something is left open: a decision answers, and has the test. */
const ANSWERED: Readonly<Record<string, string>> = {
  'Authentication rule 5': 'D-43',
  'Authentication rule 6': 'D-41',
  'Authentication rule 7': 'D-146..D-154',
  'Errors rule 3': 'Profile rule 2',
  'Errors rule 4': 'D-33',
  'Errors rule 5': 'D-28',
  'Errors rule 6': 'each text where it is given',
  // What stock clients can't do is nothing to test.
  'D-166': '',
};

describe('the rules of the specification', () => {
  const code = citations(['src', 'migrations', 'start.mjs'], cited);
  const tests = citations(['test'], titled);

  it('has a test for every rule', () => {
    const missing = RULES.filter((rule) => !tests.has(rule) && !(rule in ANSWERED));
    expect(missing).toEqual([]);
  });

  it('knows every rule that is cited', () => {
    const known = new Set(RULES);
    expect([...code.keys(), ...tests.keys()].filter((rule) => !known.has(rule))).toEqual([]);
  });
});

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

/** The files that name each rule, in their order. */
function citations(places: readonly string[], rulesIn: (text: string) => string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of places.flatMap(filesBelow)) {
    for (const rule of new Set(rulesIn(readFileSync(join(packageRoot, file), 'utf8')))) {
      found.set(rule, [...(found.get(rule) ?? []), file]);
    }
  }
  return found;
}

function filesBelow(place: string): string[] {
  if (/\.\w+$/.test(place)) return [place];
  const files = readdirSync(join(packageRoot, place), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(ts|mjs|sql)$/.test(file))
    .sort()
    .map((file) => `${place}/${file}`);
}

/** Rules that a source names: `D-33`, `D-29..D-32`, `spec: VPCs rule 2`. */
function cited(text: string): string[] {
  const ranges = [...text.matchAll(/\bD-(\d+)(?:\.\.| to )D-(\d+)/g)].flatMap(([, from, to]) =>
    numbered(Number(to)).filter((n) => n >= Number(from)),
  );
  const single = [...text.matchAll(/\bD-(\d+)\b/g)].map(([, n]) => Number(n));
  const decisions = [...ranges, ...single].map((n) => `D-${String(n).padStart(2, '0')}`);
  return [...decisions, ...[...text.matchAll(/\b([A-Z]\w+ rule \d+)/g)].map(([, rule]) => rule!)];
}

/** Rules in the titles of tests. */
function titled(text: string): string[] {
  return [...text.matchAll(/\[(D-\d+|[A-Z]\w+ rule \d+)\]/g)].map(([, rule]) => rule!);
}
