import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';

const NO_TRANSACTION = '-- no transaction\n';
const CONCURRENTLY =
  /^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS |DROP INDEX CONCURRENTLY IF EXISTS |ALTER TABLE \w+ VALIDATE CONSTRAINT )/;
/** Earlier files make every table. */
const FIRST_CHANGE = '0012';
const TAKE_OVER = join(migrationsFolder, 'from-1.0.0');

function textsIn(folder: string): [string, string][] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

const texts = new Map(textsIn(migrationsFolder));
const changes = [...[...texts].filter(([name]) => name >= FIRST_CHANGE), ...textsIn(TAKE_OVER)];

describe('[D-223] a migration file', () => {
  it.each([...texts.keys()].filter((name) => name.endsWith('.up.sql')))(
    '%s goes down as it goes up: both in a transaction, or neither',
    (up) => {
      const down = up.replace('.up.', '.down.');
      expect(texts.get(down)?.startsWith(NO_TRANSACTION)).toBe(texts.get(up)!.startsWith(NO_TRANSACTION));
    },
  );

  it.each(changes)('[D-300] %s sets no lock_timeout', (_name, text) => {
    expect(text).not.toMatch(/lock_timeout/);
  });

  // A file that waits for the second table's lock holds the first one's meanwhile: each table adds 300 ms.
  it.each(changes)('%s locks one existing table at most, or runs without a transaction', (_name, text) => {
    if (text.startsWith(NO_TRANSACTION)) return expect(blocking(text)).toEqual([]);
    const altered = tablesOf(text, /\b(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|TRIGGER \w+ ON )([\w.]+)/g);
    const made = tablesOf(text, /\bCREATE TABLE (?:IF NOT EXISTS )?([\w.]+)/g);
    expect([...altered].filter((table) => !made.has(table)).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS a_idx ON a (b)', true],
    ['ALTER TABLE a VALIDATE CONSTRAINT a_check', true],
    ['CREATE INDEX a_idx ON a (b)', false],
    ['ALTER TABLE a ADD b text', false],
  ])('without a transaction blocks nobody and can begin again: %s', (statement, isFine) => {
    expect(blocking(`${NO_TRANSACTION}${statement};\n`)).toEqual(isFine ? [] : [statement]);
  });
});

/** The statements that block others, or can't run a second time. */
function blocking(text: string): string[] {
  const statements = text.replace(/^--.*$/gm, '').split(/;\s*(?:\n|$)/);
  return statements.map((one) => one.trim()).filter((one) => one !== '' && !CONCURRENTLY.test(one));
}

function tablesOf(text: string, pattern: RegExp): Set<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, table]) => table!));
}
