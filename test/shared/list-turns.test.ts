import { jest } from '@jest/globals';
import pg from 'pg';
import { Session } from '../../src/database/driver/session.js';
import { Turns } from '../../src/shared/limits/turns.js';
import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { lockIsAwaited } from '../support/sql.js';

const FILTER = { label: 'a' };

let app: TestApp;
let greedy: TestAccount;
let other: TestAccount;
let blocker: pg.Client;
beforeAll(async () => {
  app = await startApp({ MAX_LISTS: '1/2' });
  greedy = await makeAccount(app);
  other = await makeAccount(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE ssh_keys IN ACCESS EXCLUSIVE MODE');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await blocker.end();
});

describe('[D-211] a list with a filter', () => {
  it('that waits for its account’s turn for 2 seconds is refused, with Retry-After', async () => {
    const first = greedy.client.filter('/profile/sshkeys', FILTER);
    await lockIsAwaited(app);
    const second = await greedy.client.filter('/profile/sshkeys', FILTER);
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('2');
    await blocker.query('ROLLBACK');
    done(await first);
  });

  it('that is slow delays neither plain reads, changes, nor another account’s lists', async () => {
    const slow = [1, 2, 3, 4].map(() => greedy.client.filter('/profile/sshkeys', FILTER));
    done(await greedy.client.get('/profile'));
    done(await other.client.get('/profile'));
    done(await other.client.filter('/vpcs', FILTER));
    done(await other.client.put('/profile', { timezone: 'UTC' }));
    await blocker.query('ROLLBACK');
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(new Set([200, 429])).toEqual(new Set([...statuses, 200, 429]));
  });
});

it('[D-283] at most 8 plain lists of an account are read at the same time; further ones wait', async () => {
  const turns = jest.spyOn(Turns.prototype, 'run');
  const statements = jest.spyOn(Session.prototype, 'ask');
  const read = () => statements.mock.calls.filter(([{ label }]) => label === 'profile.sshKeys.list').length;
  const lists = Array.from({ length: 10 }, () => greedy.client.get('/profile/sshkeys'));
  while (turns.mock.calls.length < 10 || read() < 8) await new Promise(setImmediate);
  expect(read()).toBe(8);
  await blocker.query('ROLLBACK');
  for (const list of lists) done(await list);
  expect(read()).toBe(10);
});

it('[D-229] with a locked table, readiness stays 200, and reads of other tables continue', async () => {
  const stuck = Array.from({ length: 12 }, () => greedy.client.get('/profile/sshkeys'));
  for (let time = 0; time < 20; time++) {
    done(await other.client.get('/profile'));
    done(await other.client.get('/vpcs'));
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
  }
  await blocker.query('ROLLBACK');
  // The service refused those that waited for longer than DATABASE_LOCK_TIMEOUT_SECONDS.
  for (const { status } of await Promise.all(stuck)) expect([200, 503]).toContain(status);
});
