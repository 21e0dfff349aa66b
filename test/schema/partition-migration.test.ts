import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, migrateDown } from '../../src/database/migrations/migrate.js';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';

/** An account with a user, events and logins of 80 days, and the marks that name them. */
const FILL = `
  INSERT INTO accounts (company, email, active_since) VALUES ('Company', 'a@example.com', now());
  INSERT INTO users (account_id, username, email, restricted, created) VALUES (1, 'owner', 'a@example.com', false, now());
  INSERT INTO events (account_id, user_id, action, created, entity_type, entity_label, entity_url, status, percent_complete)
    SELECT 1, 1, 'vpc_update', now() - n * interval '1 day', 'vpc', 'net', '/v4/vpcs/1', 'notification', 100
    FROM generate_series(1, 80) n;
  INSERT INTO logins (user_id, datetime, username, restricted, ip, status)
    SELECT 1, now() - n * interval '1 day', 'owner', false, '192.0.2.1', 'successful' FROM generate_series(1, 80) n;
  INSERT INTO event_reads VALUES (1, 7);`;
const NEXT = `
  INSERT INTO events (account_id, action, created, entity_type, entity_label, entity_url, status, percent_complete)
    VALUES (1, 'vpc_update', now(), 'vpc', 'next', '/v4/vpcs/1', 'notification', 100) RETURNING id::integer`;
/** Without what a later migration adds. */
const ROWS = `SELECT (SELECT json_agg(to_jsonb(e) ORDER BY id) FROM events e) AS events,
  (SELECT json_agg(to_jsonb(l) - 'account_id' ORDER BY id) FROM logins l) AS logins,
  (SELECT json_agg(to_jsonb(r) - 'account_id') FROM event_reads r) AS reads`;
const FILES = `SELECT pg_relation_filenode('events_first') AS events, pg_relation_filenode('logins_first') AS logins`;

describe('[D-226] tables of events and logins that are in use', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let folder: string;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    client = new pg.Client(database.url);
    await client.connect();
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of readdirSync(migrationsFolder).filter((name) => /^00[0-4]\d.*\.sql$/.test(name)))
      symlinkSync(join(migrationsFolder, file), join(folder, file));
    await migrate(database.url, { folder });
    await client.query(FILL);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await client.end();
    await database.drop();
  });

  it('become the first partition where they lie: no row is copied, ids go on, and the way back keeps all', async () => {
    const rows = await one(ROWS);
    const files = await one(FILES.replaceAll('_first', ''));
    const names = await migrate(database.url);
    expect(await one(ROWS)).toEqual(rows);
    expect(await one(FILES)).toEqual(files);
    expect(await one(NEXT)).toEqual({ id: 81 });
    await client.query('DELETE FROM events WHERE id = 7');
    expect(await one('SELECT count(*)::integer AS count FROM event_reads')).toEqual({ count: 0 });
    const later = await one(ROWS);
    await migrateDown(database.url, names.length);
    expect(await one(ROWS)).toEqual(later);
    expect(await one(NEXT)).toEqual({ id: 82 });
  });

  it('keep their rows through a migration that a reader of the accounts holds up', async () => {
    const rows = await one(ROWS);
    const reader = new pg.Client(database.url);
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM accounts');
    const refused: string[] = [];
    await migrate(database.url, {
      onRetry: ({ message }) => {
        refused.push(message);
        void reader.end();
      },
    });
    expect(refused).toEqual([expect.stringMatching(/0056-partitioned-events.*lock timeout/)]);
    expect(await one(ROWS)).toEqual(rows);
  });

  async function one(sql: string): Promise<unknown> {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  }
});
