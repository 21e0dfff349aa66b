import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { run as select } from '../embedded/services.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, makeVpc } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { TestClock } from '../support/test-clock.js';
import { PostgresServer } from './postgres.js';

const labelsOf = (body: { data: { entity: { label: string } }[] }) =>
  body.data.map(({ entity }) => entity.label);

describe('with a standby for reads (DATABASE_READ_URL)', () => {
  let folder: string;
  let primary: PostgresServer;
  let standby: PostgresServer;
  let app: TestApp;

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    primary = await PostgresServer.start(join(folder, 'primary'));
    await migrate(primary.url);
    standby = await primary.startStandby(join(folder, 'standby'));
    const settings = { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url };
    app = await startApp(settings, { databaseUrl: primary.url, clock: new TestClock() });
  });
  beforeEach(() => replay('resume'));
  afterAll(async () => {
    await app.close();
    await standby.stop();
    await primary.stop();
    rmSync(folder, { recursive: true });
  });

  it('lists of what has happened come from it: while it stands still, so do they', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client, { label: 'seen' });
    await caughtUp();
    await replay('pause');
    await makeVpc(client, { label: 'not-yet' });
    expect(labelsOf(await events(client))).toEqual(['seen']);
    expect(labelsOf(done(await client.filter('/account/events', { action: 'vpc_create' })))).toEqual([
      'seen',
    ]);
    await replay('resume');
    await caughtUp();
    expect(labelsOf(await events(client))).toEqual(['not-yet', 'seen']);
  });

  it('everything else is what was written, while it stands still', async () => {
    await replay('pause');
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client, { label: 'new' });
    expect(done(await client.get(`/vpcs/${id}`)).label).toBe('new');
    expect(done(await client.get('/vpcs')).results).toBe(1);
    expect(done(await client.filter('/vpcs', { label: 'new' })).results).toBe(1);
  });

  it('[D-39] a revoked token and a withdrawn grant hold at once for its lists too', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { label: 'granted' });
    const restricted = await makeRestricted(app, account, {
      vpc: [{ id: vpc.id, permissions: 'read_only' }],
    });
    const revoked = await makeToken(app, account.username, '*');
    const { data } = done(await account.client.get('/profile/tokens')) as { data: { id: number }[] };
    await caughtUp();
    await replay('pause');
    expect(labelsOf(await events(restricted.client))).toEqual(['granted']);
    expect((await revoked.get('/profile/logins')).status).toBe(200);
    const grants = { vpc: [{ id: vpc.id, permissions: null }] };
    done(await account.client.put(`/account/users/${restricted.username}/grants`, grants));
    done(await account.client.delete(`/profile/tokens/${Math.max(...data.map(({ id }) => id))}`));
    expect(labelsOf(await events(restricted.client))).toEqual([]);
    for (const path of ['/account/events', '/profile/logins'])
      expect((await revoked.get(path)).status).toBe(401);
  });

  it('[D-39] a token that it does not have yet reads from the primary, and others go on reading from it', async () => {
    const { client, username } = await makeAccount(app);
    await makeVpc(client, { label: 'seen' });
    await caughtUp();
    await replay('pause');
    await makeVpc(client, { label: 'not-yet' });
    const fresh = await makeToken(app, username, '*');
    expect(labelsOf(await events(fresh))).toEqual(['not-yet', 'seen']);
    expect(labelsOf(await events(client))).toEqual(['seen']);
  });

  it('holds the time-outs also when PgBouncer is before the primary', async () => {
    const settings = {
      DATABASE_POOLER: 'transaction',
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
      DATABASE_LOCK_TIMEOUT_SECONDS: '1',
    };
    const pooled = await startApp(settings, { databaseUrl: primary.url, clock: app.clock });
    const { client } = await makeAccount(pooled);
    await caughtUp();
    const holder = new pg.Client(primary.url);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE events');
    while ((await onStandby(LOCKED_EVENTS)) === 0) await setTimeout(20);
    expect((await client.get('/account/events')).status).toBe(503);
    expect(await onStandby(WAITING)).toBe(0);
    await holder.end();
    await pooled.close();
  });

  it('while it is away the primary tells, and it is used again when it is back', async () => {
    const { client } = await makeAccount(app);
    await standby.stop();
    await makeVpc(client, { label: 'alone' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => events(client)));
    for (const answer of answers) expect(labelsOf(answer)).toEqual(['alone']);
    await standby.resume();
    await caughtUp();
    while ((await sessions()) === 0) {
      await events(client);
      await setTimeout(50);
    }
  });

  async function events(client: Client) {
    return done(await client.get('/account/events'));
  }

  async function replay(what: 'pause' | 'resume'): Promise<void> {
    await select(standby.superuserUrl, `SELECT pg_wal_replay_${what}()`);
    const state = what === 'pause' ? 'paused' : 'not paused';
    for (;;) {
      const rows = await select(standby.superuserUrl, 'SELECT pg_get_wal_replay_pause_state() AS state');
      if ((rows as { state: string }[])[0]!.state === state) return;
    }
  }

  /** Until the standby has everything that is committed now. */
  async function caughtUp(): Promise<void> {
    const [now] = (await select(primary.url, 'SELECT pg_current_wal_lsn() AS lsn')) as { lsn: string }[];
    const sql = `SELECT pg_last_wal_replay_lsn() >= '${now!.lsn}' AS done`;
    while (!((await select(standby.url, sql)) as { done: boolean }[])[0]!.done) await setTimeout(20);
  }

  /** Of the service, at the standby. */
  function sessions(): Promise<number> {
    return onStandby(`SELECT FROM pg_stat_activity WHERE application_name = 'cloud-account-service'`);
  }

  async function onStandby(sql: string): Promise<number> {
    return (await select(standby.superuserUrl, sql)).length;
  }
});

const LOCKED_EVENTS = `SELECT FROM pg_locks
  WHERE relation = 'events'::regclass AND mode = 'AccessExclusiveLock' AND granted`;
const WAITING = `SELECT FROM pg_stat_activity
  WHERE application_name = 'cloud-account-service' AND wait_event_type = 'Lock'`;
