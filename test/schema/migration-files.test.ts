import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementsOf } from '../../src/database/migrations/concurrent-indexes.js';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';

const NO_TRANSACTION = '-- no transaction\n';
/** None of these waits with a lock that requests need. */
const FREE = [
  'CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS ',
  'DROP INDEX CONCURRENTLY IF EXISTS ',
  'ALTER TABLE \\w+ VALIDATE CONSTRAINT ',
  'DROP FUNCTION IF EXISTS ',
  'DELETE FROM schema_migrations ',
  // A loop whose steps commit, and wait for a lock as long as a migration may.
  `DO \\$\\$[^]*'lock_timeout', greatest\\(1, least\\(300, setting::integer / 2\\)\\) \\|\\| 'ms', true[^]*EXECUTE[^]*COMMIT;`,
];
const BLOCKS_NOBODY = new RegExp(`^(${FREE.join('|')})`);
/** Earlier files make every table. */
const FIRST_CHANGE = '0012';

const texts = new Map(
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => [name, readFileSync(join(migrationsFolder, name), 'utf8')]),
);
const changes = [...texts].filter(([name]) => name >= FIRST_CHANGE);

describe('[D-223] a migration file', () => {
  it.each([...texts.keys()].filter((name) => name.endsWith('.up.sql')))(
    '%s goes down as it goes up: both in a transaction, or neither',
    (up) => {
      const down = up.replace('.up.', '.down.');
      expect(texts.get(down)?.startsWith(NO_TRANSACTION)).toBe(texts.get(up)!.startsWith(NO_TRANSACTION));
    },
  );

  it.each(changes.filter(([, text]) => !text.startsWith(NO_TRANSACTION)))(
    '[D-300] %s sets no lock_timeout',
    (_name, text) => {
      expect(text).not.toMatch(/lock_timeout/);
    },
  );

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
    ["DO $$ BEGIN\n  EXECUTE 'DROP TRIGGER b ON a';\n  COMMIT;\nEND $$", false],
  ])('without a transaction blocks nobody and can begin again: %s', (statement, isFine) => {
    expect(blocking(`${NO_TRANSACTION}${statement};\n`)).toEqual(isFine ? [] : [statement]);
  });
});

/** The statements that block others, or can't run a second time. */
function blocking(text: string): string[] {
  return statementsOf(text).filter((one) => !BLOCKS_NOBODY.test(one));
}

function tablesOf(text: string, pattern: RegExp): Set<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, table]) => table!));
}
