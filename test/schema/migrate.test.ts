import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hasPendingMigrations, migrate, migrateDown } from '../../src/database/migrations/migrate.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';

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

  it('runs each migration once when five start together', async () => {
    write('0002-one-box.up.sql', 'INSERT INTO boxes VALUES (1);');
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, folder)));
    expect(await select('SELECT id FROM boxes')).toEqual([{ id: 1 }]);
  });

  it('goes by number, not by name', async () => {
    write('0010-zebra.up.sql', 'INSERT INTO boxes SELECT max(id) + 1 FROM boxes;');
    write('0009-zero.up.sql', 'INSERT INTO boxes VALUES (7);');
    await migrate(database.url, folder);
    expect(await select('SELECT id FROM boxes ORDER BY id')).toEqual([{ id: 7 }, { id: 8 }]);
  });

  it('takes back as many as asked', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    write('0002-lids.down.sql', 'DROP TABLE lids;');
    await migrate(database.url, folder);
    await migrateDown(database.url, 1, folder);
    expect(await select(`SELECT to_regclass('boxes') AS boxes, to_regclass('lids') AS lids`)).toEqual([
      { boxes: 'boxes', lids: null },
    ]);
    expect(await hasPendingMigrations(database.url, folder)).toBe(true);
  });

  it('leaves the old schema when a migration fails, names its file and line, and goes on when it is put right', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);\n\nINSERT INTO boxes (lid) VALUES (1);');
    await expect(migrate(database.url, folder)).rejects.toThrow(
      'Migration 0002-lids.up.sql:3 failed and was rolled back: column "lid" of relation "boxes" does not exist',
    );
    expect(await select(`SELECT to_regclass('boxes') AS boxes, to_regclass('lids') AS lids`)).toEqual([
      { boxes: null, lids: null },
    ]);

    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    await migrate(database.url, folder);
    expect(await select(`SELECT to_regclass('boxes') AS boxes, to_regclass('lids') AS lids`)).toEqual([
      { boxes: 'boxes', lids: 'lids' },
    ]);
  });

  it('accepts a database that a newer release has migrated further', async () => {
    write('0002-lids.up.sql', 'CREATE TABLE lids (id integer);');
    await migrate(database.url, folder);
    rmSync(join(folder, '0002-lids.up.sql'));
    await migrate(database.url, folder);
    expect(await hasPendingMigrations(database.url, folder)).toBe(false);
  });

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
