import { connect } from 'node:net';
import { jest } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { ENDPOINTS, endpointOf, type EndpointName } from '../../src/access/endpoints.js';
import { takesTurn } from '../../src/access/endpoint.js';
import { Database } from '../../src/database/database.js';
import { ChangeTurns } from '../../src/shared/limits/change-turns.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, refusal, type Answer } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, makeRestricted, next, type TestAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
let account: TestAccount;
let other: TestAccount;
let turns: ChangeTurns;
let blocker: pg.Client;
let lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
beforeAll(async () => {
  // 12 connections for changes, of which an account has 6.
  app = await startApp({ DATABASE_POOL: '20' }, undefined, logger);
  other = await makeAccount(app);
  turns = app.app.get(ChangeTurns);
});
afterAll(() => app.close());
beforeEach(async () => {
  lines = [];
  account = await makeAccount(app);
  blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await blocker.end();
});

/** A domain whose row a session holds until `release`. */
async function lockedDomain(): Promise<number> {
  const { id } = await makeDomain(account.client);
  await blocker.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [id]);
  return id;
}

const release = () => blocker.query('ROLLBACK');
const addRecord = (domainId: number, client: Client = account.client) =>
  client.post(`/domains/${domainId}/records`, { type: 'A', name: `n${next()}`, target: '192.0.2.1' });

/** How many sessions wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await query(
    app,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Two changes that wait for the row, each in a turn of its own. */
async function bothTurns(domainId: number): Promise<Promise<Answer>[]> {
  const stuck: Promise<Answer>[] = [];
  for (let turn = 1; turn <= 2; turn++) {
    stuck.push(addRecord(domainId));
    await until(async () => (await waiting()) === turn);
  }
  return stuck;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(setImmediate);
}

/** Counts the requests that have asked for a turn since. */
function asked(): () => number {
  const take = jest.spyOn(turns, 'take');
  const share = jest.spyOn(turns, 'share');
  // The holder of a shared turn is no request.
  const holders = () => [...take.mock.calls, ...share.mock.calls].map(([holder]) => holder);
  return () => holders().filter((holder) => 'headers' in holder).length;
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

describe('[D-284] changes that wait for a row', () => {
  it('hold two connections, and changes of others go on', async () => {
    const id = await lockedDomain();
    const asking = asked();
    const stuck = await bothTurns(id);
    for (let count = 0; count < 6; count++) stuck.push(addRecord(id));
    await until(() => asking() === 8);
    done(await other.client.post('/vpcs', { label: 'net', region: 'us-east' }));
    done(await account.client.put('/profile', { timezone: 'UTC' }));
    expect(await waiting()).toBe(2);
    await release();
    expect(statuses(await Promise.all(stuck))).toEqual(Array(8).fill(200));
  });

  it('share their next turn, and are one transaction', async () => {
    const id = await lockedDomain();
    const { id: free } = await makeDomain(account.client);
    const asking = asked();
    const stuck = await bothTurns(id);
    for (let count = 0; count < 3; count++) stuck.push(addRecord(free), addRecord(id));
    await until(() => asking() === 8);
    await release();
    expect(statuses(await Promise.all(stuck))).toEqual(Array(8).fill(200));
    const [made] = await query(
      app,
      'SELECT count(*) AS records, count(DISTINCT xmin::text) AS transactions FROM records WHERE domain_id IN ($1, $2)',
      [id, free],
    );
    expect(made).toEqual({ records: 8, transactions: 3 });
  });

  it('share their next turn, and the refusal of one changes nothing else', async () => {
    const id = await lockedDomain();
    const asking = asked();
    const alias = () =>
      account.client.post(`/domains/${id}/records`, { type: 'CNAME', name: 'alias', target: 'example.net' });
    const stuck = await bothTurns(id);
    stuck.push(addRecord(id), alias(), alias(), addRecord(id));
    await until(() => asking() === 6);
    await release();
    const answers = await Promise.all(stuck);
    expect(statuses(answers).sort()).toEqual([200, 200, 200, 200, 200, 400]);
    expect(done(await account.client.get(`/domains/${id}/records`)).data).toHaveLength(5);
    const [events] = await query(
      app,
      `SELECT count(*) FROM events WHERE entity_id = $1 AND action = 'domain_record_create'`,
      [id],
    );
    expect(events).toEqual({ count: 5 });
  });

  it('share no turn when they change the same record, so that each is outdated once at most', async () => {
    const { id } = await makeDomain(account.client);
    const record = done(await addRecord(id));
    await blocker.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [id]);
    const asking = asked();
    const stuck = await bothTurns(id);
    for (let last = 2; last < 7; last++)
      stuck.push(
        account.client.put(`/domains/${id}/records/${String(record.id)}`, { target: `192.0.2.${last}` }),
      );
    await until(() => asking() === 7);
    const { activity } = app.app.get(Database);
    const before = activity.retries;
    await release();
    expect(statuses(await Promise.all(stuck))).toEqual(Array(7).fill(200));
    expect(activity.retries - before).toBeLessThan(5);
  });

  it('take a turn of their own with a precondition or for a dry run', async () => {
    const { id } = await makeDomain(account.client);
    const share = jest.spyOn(turns, 'share');
    const record = { type: 'A', name: 'own', target: '192.0.2.1' };
    for (const [name, value] of [
      ['Dry-Run', 'true'],
      ['If-Match', '*'],
    ] as const)
      await account.client.post(`/domains/${id}/records`, record, { [name]: value });
    expect(share).not.toHaveBeenCalled();
  });

  it('hold half of the connections of the process, when they wait for several rows of one account', async () => {
    const { max } = app.app.get(Database).connections();
    const ids: number[] = [];
    for (let row = 0; row < max; row++) ids.push(await lockedDomain());
    const asking = asked();
    const stuck = ids.map((id) => account.client.put(`/domains/${id}`, { description: 'changed' }));
    await until(async () => asking() >= max && (await waiting()) === Math.floor(max / 2));
    done(await other.client.post('/vpcs', { label: 'net', region: 'us-east' }));
    expect(await waiting()).toBe(Math.floor(max / 2));
    await release();
    expect(statuses(await Promise.all(stuck))).toEqual(Array(max).fill(200));
  });

  it('hold their turn until they end, though their clients hang up, and the log has no failure', async () => {
    const id = await lockedDomain();
    const asking = asked();
    const body = '{"type":"A","name":"gone","target":"192.0.2.1"}';
    const head = `POST /v4/domains/${id}/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.client.token}\r\nContent-Length: ${body.length}`;
    for (let count = 1; count <= 8; count++) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      socket.write(`${head}\r\n\r\n${body}`);
      // The first two have sent their change, so that their body is read.
      await until(async () => asking() === count && (await waiting()) === Math.min(count, 2));
      socket.destroy();
    }
    await until(async () => (await waiting()) === 2);
    done(await other.client.post('/vpcs', { label: 'net', region: 'us-east' }));
    expect(await waiting()).toBe(2);
    await release();
    // It waits behind all of them. Those whose clients had gone before their turn were not carried out.
    done(await addRecord(id));
    expect(done(await account.client.get(`/domains/${id}/records`)).data).toHaveLength(3);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('do not delay strangers who name the same row, nor wait for them', async () => {
    const id = await lockedDomain();
    const stuck = addRecord(id);
    await until(async () => (await waiting()) === 1);
    expect((await addRecord(id, other.client)).status).toBe(404);
    await release();
    done(await stuck);
  });
});

describe('[D-284] a change that waited for its turn', () => {
  it('for as long as it would wait for a lock is 503, and changes nothing', async () => {
    const short = await startApp({ DATABASE_POOL: '1', DATABASE_LOCK_TIMEOUT_SECONDS: '1' }, app);
    const client = new Client(short.url, account.client.token);
    const id = await lockedDomain();
    const answers = await Promise.all([1, 2, 3].map(() => addRecord(id, client)));
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 503,
        body: refusal('', 'The service is temporarily unavailable.'),
      });
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    await release();
    done(await addRecord(id, client));
    expect(done(await client.get(`/domains/${id}/records`)).data).toHaveLength(1);
    await short.close();
  });

  it('[D-206] is decided as a fresh request: 401 when its token was revoked meanwhile', async () => {
    const id = await lockedDomain();
    const asking = asked();
    const first = await bothTurns(id);
    const late = addRecord(id);
    await until(() => asking() === 3);
    await query(app, 'DELETE FROM tokens WHERE token_hash = sha256($1)', [account.client.token]);
    await release();
    for (const answer of first) done(await answer);
    expect((await late).status).toBe(401);
  });

  it('[D-206] is decided as a fresh request: 404 when its grant was taken away meanwhile', async () => {
    const { id } = await makeDomain(account.client);
    const grants = { domain: [{ id, permissions: 'read_write' }] };
    const { client, uid } = await makeRestricted(app, account, grants);
    await blocker.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [id]);
    const asking = asked();
    const first = await bothTurns(id);
    const late = addRecord(id, client);
    await until(() => asking() === 3);
    await query(app, 'DELETE FROM grants WHERE user_id = $1', [uid]);
    await release();
    for (const answer of first) done(await answer);
    expect((await late).status).toBe(404);
    expect(done(await account.client.get(`/domains/${id}/records`)).data).toHaveLength(2);
  });
});

describe('[D-284] a turn', () => {
  it('is not taken for a token that has been refused', async () => {
    const { id } = await makeDomain(account.client);
    done(await addRecord(id));
    await query(app, 'DELETE FROM tokens WHERE token_hash = sha256($1)', [account.client.token]);
    expect((await addRecord(id)).status).toBe(401);
    const asking = asked();
    expect((await addRecord(id)).status).toBe(401);
    expect(asking()).toBe(0);
  });
});

it('[D-284] changes of customers take turns, but for those that wait for something else first', () => {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const changes = names.filter(
    (name) => endpointOf(name).method !== 'GET' && endpointOf(name).credential === 'token',
  );
  expect(changes.filter((name) => !takesTurn(endpointOf(name)))).toEqual([
    'profile.access',
    'profile.phone.send',
    'domain.import',
    'domain.claim.check',
    'account.user.create',
    'account.user.update',
  ]);
});
