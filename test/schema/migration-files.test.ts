import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';

const NO_TRANSACTION = '-- no transaction\n';
const CONCURRENTLY =
  /^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS |DROP INDEX CONCURRENTLY IF EXISTS |ALTER TABLE \w+ VALIDATE CONSTRAINT |CALL (add|carry|drop)_account_id\()/;
/** Older than the rule. */
const SINCE = '0028';

const texts = new Map(
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => [name, readFileSync(join(migrationsFolder, name), 'utf8')]),
);
const ups = [...texts.keys()].filter((name) => name.endsWith('.up.sql'));

describe('[D-223] a migration file', () => {
  it.each(ups)('%s goes down as it goes up: both in a transaction, or neither', (up) => {
    const down = up.replace('.up.', '.down.');
    expect(texts.get(down)?.startsWith(NO_TRANSACTION)).toBe(texts.get(up)!.startsWith(NO_TRANSACTION));
  });

  it.each([...texts].filter(([, text]) => text.startsWith(NO_TRANSACTION)))(
    '%s, without a transaction, does only what blocks nobody and can begin again',
    (_name, text) => {
      const statements = text.replace(/^--.*$/gm, '').split(/;\s*(?:\n|$)/);
      for (const statement of statements.filter((one) => one.trim())) {
        expect(statement.trim()).toMatch(CONCURRENTLY);
      }
    },
  );

  it.each([...texts])(
    '[D-300] %s sets no lock_timeout over 300 ms, and none for a transaction',
    (_name, text) => {
      expect(text).not.toMatch(/^SET (LOCAL )?lock_timeout = '[^']*';/m);
      const set = Array.from(text.matchAll(/set_config\('lock_timeout', '([^']+)'/g), ([, value]) => value);
      expect(set.filter((value) => value !== '300ms')).toEqual([]);
    },
  );

  // A file that waits for the second table's lock holds the first one's meanwhile: each table adds 300 ms.
  it.each([...texts].filter(([name, text]) => name >= SINCE && !text.startsWith(NO_TRANSACTION)))(
    '%s locks one existing table at most',
    (_name, text) => {
      const altered = Array.from(
        text.matchAll(/\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w.]+)/g),
        ([, table]) => table,
      );
      const made = Array.from(
        text.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?([\w.]+)/g),
        ([, table]) => table,
      );
      expect(new Set(altered.filter((table) => !made.includes(table))).size).toBeLessThanOrEqual(1);
    },
  );
});
