import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hasPendingMigrations, migrate, migrateDown } from '../../src/database/migrations/migrate.js';
import { StartError } from '../../src/shared/errors/start-error.js';
import { createEmptyDatabase, createLatinDatabase, type TestDatabase } from '../support/database.js';

const INDEXES = `SELECT indexrelid::regclass::text AS name, indisvalid FROM pg_index WHERE indrelid = 'boxes'::regclass`;

describe('migrate', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    write('0001-boxes.up.sql', 'CREATE TABLE boxes (id integer);');
    write('0001-boxes.down.sql', 'DROP TABLE boxes;');
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  it('runs each migration once when five processes start together', async () => {
    write('0002-one-box.up.sql', 'INSERT INTO boxes VALUES (1);');
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, { folder })));
    expect(await select('SELECT id FROM boxes')).toEqual([{ id: 1 }]);
  });

  it('runs migrations in the order of their numbers, not of their names', async () => {
    write('0010-zebra.up.sql', 'INSERT INTO boxes SELECT max(id) + 1 FROM boxes;');
    write('0009-zero.up.sql', 'INSERT INTO boxes VALUES (7);');
    await migrate(database.url, { folder });
    expect(await select('SELECT id FROM boxes ORDER BY id')).toEqual([{ id: 7 }, { id: 8 }]);
  });

  it('refuses a new database that can not store every character, and says what it needs', async () => {
    const latin = await createLatinDatabase();
    const failure = await migrate(latin.url, { folder }).catch((error: unknown) => error);
    await latin.drop();
    expect(failure).toEqual(
      new StartError(
        `The database has the encoding LATIN1: make one with ENCODING 'UTF8' TEMPLATE template0.`,
      ),
    );
  });

  it('undoes as many migrations as it is told', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    write('0002-lids.down.sql', 'DROP TABLE lids;');
    await migrate(database.url, { folder });
    await migrateDown(database.url, 1, { folder });
    expect(await select(`SELECT to_regclass('boxes') AS boxes, to_regclass('lids') AS lids`)).toEqual([
      { boxes: 'boxes', lids: null },
    ]);
    expect(await hasPendingMigrations(database.url, { folder })).toBe(true);
  });

  it('[D-223] makes each file a transaction: a failure keeps the files before it, names file and line, and the corrected file runs', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);\n\nINSERT INTO boxes (lid) VALUES (1);');
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      'Migration 0002-lids.up.sql:3 failed and was rolled back: column "lid" of relation "boxes" does not exist',
    );
    expect(await select(`SELECT to_regclass('boxes') AS boxes, to_regclass('lids') AS lids`)).toEqual([
      { boxes: 'boxes', lids: null },
    ]);

    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    await migrate(database.url, { folder });
    expect(await select(`SELECT to_regclass('boxes') AS boxes, to_regclass('lids') AS lids`)).toEqual([
      { boxes: 'boxes', lids: 'lids' },
    ]);
  });

  it('accepts a database that a newer release has migrated further', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    await migrate(database.url, { folder });
    rmSync(join(folder, '0002-lids.up.sql'));
    await migrate(database.url, { folder });
    expect(await hasPendingMigrations(database.url, { folder })).toBe(false);
  });

  it('takes nothing back from a database that a newer release has migrated further, and says so', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    write('0002-lids.down.sql', 'DROP TABLE lids;');
    await migrate(database.url, { folder });
    rmSync(join(folder, '0002-lids.up.sql'));
    const taken = migrateDown(database.url, 1, { folder });
    await expect(taken).rejects.toThrow(StartError);
    await expect(taken).rejects.toThrow(
      'A newer release migrated the database: take that back with the program of that release.',
    );
    expect(await select(`SELECT to_regclass('boxes') AS boxes`)).toEqual([{ boxes: 'boxes' }]);
  });

  it('[D-223] waits for a lock, releases all its locks, and tries again until it gets the lock', async () => {
    await migrate(database.url, { folder });
    const reader = await readerOf('boxes');
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);\nALTER TABLE boxes ADD lid integer;');
    const retries: string[] = [];
    await migrate(database.url, {
      folder,
      onRetry: (reason) => {
        retries.push(reason.message);
        if (retries.length === 2) void reader.end();
      },
    });
    expect(retries.slice(0, 2)).toEqual(Array(2).fill(expect.stringMatching(/0002-lids.*lock timeout/)));
    expect(await select('SELECT lid FROM boxes')).toEqual([]);
  });

  it('[D-300] gives up a lock that a read waits for before one of them is the victim of a deadlock', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    await migrate(database.url, { folder });
    write('0003-both.up.sql', 'ALTER TABLE boxes ADD lid integer;\nALTER TABLE lids ADD box integer;');
    const reader = await readerOf('lids');
    const retries: string[] = [];
    const migrated = migrate(database.url, { folder, onRetry: ({ message }) => void retries.push(message) });
    while ((await select('SELECT FROM pg_locks WHERE NOT granted')).length === 0 && retries.length === 0);
    await reader.query('SELECT FROM boxes');
    await reader.end();
    await migrated;
    expect(retries.filter((message) => !message.includes('lock timeout'))).toEqual([]);
  });

  it('[D-300] waits for at most half of the time after which PostgreSQL looks for deadlocks, and 300 ms', async () => {
    write('0002-waits.up.sql', `CREATE TABLE waits AS SELECT current_setting('lock_timeout') AS up_to;`);
    write('0002-waits.down.sql', 'DROP TABLE waits;');
    await migrate(database.url, { folder });
    expect(await select('SELECT * FROM waits')).toEqual([{ up_to: '300ms' }]);
    await migrateDown(database.url, 1, { folder });
    await select(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET deadlock_timeout = '200ms'`);
    await migrate(database.url, { folder });
    expect(await select('SELECT * FROM waits')).toEqual([{ up_to: '100ms' }]);
  });

  it('[D-223] ends the start with a sentence when the time for the lock is over', async () => {
    await migrate(database.url, { folder });
    const reader = await readerOf('boxes');
    write('0002-lids.up.sql', 'ALTER TABLE boxes ADD lid integer;');
    const started = migrate(database.url, { folder, timeoutSeconds: 0 });
    await expect(started).rejects.toThrow(StartError);
    await expect(started).rejects.toThrow(/0002-lids.*no lock within 0 s .MIGRATION_TIMEOUT_SECONDS/);
    await reader.end();
  });

  it('[D-223] builds an index without a transaction, and builds it again if an attempt left an invalid one', async () => {
    await migrate(database.url, { folder });
    await select('INSERT INTO boxes VALUES (1), (1)');
    const [up, down] = [
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS boxes_id_idx ON boxes (id);',
      'DROP INDEX CONCURRENTLY boxes_id_idx;',
    ];
    write('0002-unique.up.sql', `-- no transaction\n${up}\n`);
    write('0002-unique.down.sql', `-- no transaction\n${down}\n`);
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      'Migration 0002-unique.up.sql failed: could not',
    );
    expect(await select(INDEXES)).toEqual([{ name: 'boxes_id_idx', indisvalid: false }]);

    await select('DELETE FROM boxes');
    await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })));
    expect(await select(INDEXES)).toEqual([{ name: 'boxes_id_idx', indisvalid: true }]);
    expect(await migrateDown(database.url, 1, { folder })).toEqual(['unique-0000000000002']);
    expect(await select(INDEXES)).toEqual([]);
  });

  it('[D-223] also builds an invalid index of another schema again', async () => {
    write(
      '0001-boxes.up.sql',
      'CREATE SCHEMA attic; CREATE TABLE attic.boxes AS SELECT 1 AS id FROM generate_series(1, 2);',
    );
    await migrate(database.url, { folder });
    const up =
      '-- no transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS boxes_id_key ON attic.boxes (id);\n';
    write('0002-unique.up.sql', up);
    await expect(migrate(database.url, { folder })).rejects.toThrow('could not create unique index');
    await select('DELETE FROM attic.boxes');
    await migrate(database.url, { folder });
    expect(await select(INDEXES.replace("'boxes'", "'attic.boxes'"))).toEqual([
      { name: 'attic.boxes_id_key', indisvalid: true },
    ]);
  });

  it.each(['', '-- no transaction\n'])('[D-223] has no time-out for its statements: %j', async (kind) => {
    write('0001-boxes.up.sql', `${kind}CREATE TABLE boxes AS SELECT current_setting('statement_timeout');`);
    await migrate(`${database.url}?options=-c%20statement_timeout=15s`, { folder });
    expect(await select('SELECT * FROM boxes')).toEqual([{ current_setting: '0' }]);
  });

  async function readerOf(table: string): Promise<pg.Client> {
    const reader = new pg.Client(database.url);
    await reader.connect();
    await reader.query(`BEGIN; SELECT FROM ${table}`);
    return reader;
  }

  function write(file: string, sql: string): void {
    writeFileSync(join(folder, file), sql);
  }

  async function select(sql: string): Promise<unknown[]> {
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
});
