import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { sha256 } from '../../src/shared/secrets/sha256.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, type Answer } from '../support/client.js';
import { done, makeAccount, makeToken, type TestAccount } from '../support/makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

const LIMIT = 30;

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_REQUESTS: String(LIMIT), DATABASE_LOCK_TIMEOUT_SECONDS: '1' });
  account = await makeAccount(app);
});
afterAll(() => app.close());

const newToken = () => makeToken(app, account.username, '*');
const together = (clients: readonly Client[]) => Promise.all(clients.map((client) => client.get('/profile')));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const remaining = (answers: readonly Answer[]) =>
  answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));

/** A token whose count a session holds until `end`. */
async function lockedCount() {
  const client = await newToken();
  done(await client.get('/profile'));
  const holder = new pg.Client(app.databaseUrl);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM request_counts WHERE subject = $1 FOR UPDATE', [sha256(client.token!)]);
  return { client, end: () => holder.end() };
}

describe('[D-22] requests that arrive together', () => {
  it('are counted one by one, over all replicas', async () => {
    const second = await startApp({ RATE_LIMIT_REQUESTS: String(LIMIT) }, app);
    const first = await newToken();
    const replicas = [first, new Client(second.url, first.token)];
    const answers = await together(Array.from({ length: 2 * LIMIT }, (_, index) => replicas[index % 2]!));
    await second.close();
    const allowed = answers.filter(({ status }) => status === 200);
    expect(remaining(allowed).sort((a, b) => a - b)).toEqual([...Array(LIMIT).keys()]);
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(LIMIT);
  });

  it('with several tokens are counted for each token', async () => {
    const tokens = [await newToken(), await newToken(), await newToken()];
    const answers = await together(Array.from({ length: 30 }, (_, index) => tokens[index % 3]!));
    expect(statuses(answers)).toEqual(Array(30).fill(200));
    expect(Math.min(...remaining(answers))).toBe(LIMIT - 10);
  });
});

describe('[D-284] requests that wait for the count of their token', () => {
  it('hold one connection, and requests with other tokens go on', async () => {
    const { client, end } = await lockedCount();
    const stuck = together(Array<Client>(8).fill(client));
    await lockIsAwaited(app);
    expect(statuses(await together([account.client, account.client]))).toEqual([200, 200]);
    const { open, idle } = app.app.get(Database).connections();
    expect(open - idle).toBe(1);
    await end();
    expect(statuses(await stuck)).toEqual(Array(8).fill(200));
  });

  it('for longer than a lock is waited for are 503 and not counted', async () => {
    const { client, end } = await lockedCount();
    expect(statuses(await together([client, client]))).toEqual([503, 503]);
    await end();
    expect(remaining([await client.get('/profile')])).toEqual([LIMIT - 2]);
  });
});

it('[D-22] counts write nothing to the WAL, because each request changes one', async () => {
  const [table] = await query(app, `SELECT relpersistence FROM pg_class WHERE relname = 'request_counts'`);
  expect(table).toEqual({ relpersistence: 'u' });
});
