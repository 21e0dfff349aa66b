import { jest } from '@jest/globals';
import pg from 'pg';
import { CostlyWork } from '../../src/shared/limits/costly-work.js';
import { makeLongDomain } from '../support/domains.js';
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
afterEach(() => blocker.end());

describe('[D-211] a list with a filter', () => {
  it('that waits for its account’s turn for 2 seconds is refused, and says when to come again', async () => {
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

describe('[D-211] a large list', () => {
  it('waits for its account’s turn, is refused after 2 seconds, and delays no other list', async () => {
    const path = `/domains/${await makeLongDomain(app, greedy.client, 100, 3000)}/records`;
    done(await greedy.client.get(path));
    let release = () => undefined as void;
    const { largeAnswers } = app.app.get(CostlyWork);
    const handedOver = largeAnswers.run(greedy.id, () => new Promise<void>((resolve) => (release = resolve)));
    const late = await greedy.client.get(path);
    expect(late.status).toBe(429);
    expect(late.headers.get('retry-after')).toBe('2');
    done(await greedy.client.get('/domains'));
    done(await other.client.get('/domains'));
    release();
    await handedOver;
    done(await greedy.client.get(path));
  });

  it('is read as lists with a filter are, once its account got a large one', async () => {
    const path = `/domains/${await makeLongDomain(app, greedy.client, 100, 3000)}/records`;
    done(await greedy.client.get(path));
    const { lists } = app.app.get(CostlyWork);
    const asked = jest.spyOn(lists, 'run');
    done(await greedy.client.get(path));
    done(await greedy.client.get('/domains'));
    expect(asked.mock.calls.map(([taker]) => taker)).toEqual([greedy.id]);
  });
});

it('[D-229] a locked table leaves readiness at 200 and others’ reads going', async () => {
  const stuck = Array.from({ length: 12 }, () => greedy.client.get('/profile/sshkeys'));
  for (let time = 0; time < 20; time++) {
    done(await other.client.get('/profile'));
    done(await other.client.get('/vpcs'));
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
  }
  await blocker.query('ROLLBACK');
  // Those that waited for longer than DATABASE_LOCK_TIMEOUT_SECONDS were refused.
  for (const { status } of await Promise.all(stuck)) expect([200, 503]).toContain(status);
});
