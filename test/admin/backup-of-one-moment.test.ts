import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '../support/database.js';
import { runProgram } from '../support/processes.js';
import { lockIsAwaited, query } from '../support/sql.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';

it('[D-226] a backup has the events that it counts, although a partition of events goes while it begins', async () => {
  const folder = makeTemporaryFolder();
  const { url, drop } = await createTestDatabase();
  const database = { databaseUrl: url };
  await query(
    database,
    `INSERT INTO accounts (company, email, active_since) VALUES ('', 'a@example.com', now())`,
  );
  await query(
    database,
    `INSERT INTO events (account_id, action, created, entity_type, entity_label, entity_url, status, percent_complete)
     SELECT id, 'account_update', now(), 'account', '', '', 'notification', 0 FROM accounts`,
  );
  await query(database, 'INSERT INTO event_counts (account_id, events) SELECT account_id, 1 FROM events');
  await query(database, 'UPDATE event_count_marks SET settled_id = (SELECT max(id) FROM events)');
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE pdns.announcements');
  const backup = runProgram('admin', ['backup', '--folder', join(folder, 'backup'), '--without-images'], {
    DATABASE_URL: url,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  await lockIsAwaited(database);

  const dropped = await query(
    database,
    `SELECT drop_partition('events', now() + interval '60 days') AS count`,
  );
  await holder.end();

  expect(await backup).toMatchObject({ code: 0, stderr: '' });
  const [events, counts] = ['events', 'event_counts'].map((name) =>
    readFileSync(join(folder, `backup/public.${name}.copy`), 'utf8'),
  );
  await drop();
  rmSync(folder, { recursive: true });
  expect([dropped, events, counts]).toEqual([[{ count: 1 }], '', expect.stringMatching(/\t0\n$/)]);
});
