import pg from 'pg';
import { sha256 } from '../../src/shared/secrets/sha256.js';
import { startApp, type TestApp } from '../support/app.js';
import { nextDomain } from '../support/domains.js';
import { done, makeAccount, makeVpc, next } from '../support/makers.js';
import { narrow } from '../support/narrowed.js';
import { lockIsAwaited, query } from '../support/sql.js';
import type { Answer } from '../support/client.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const DAY_SECONDS = 24 * 3600;
const VPC = { label: 'net', region: 'us-east' };

function keyed(key = `key-${next()}`) {
  return { 'Idempotency-Key': key };
}

function isReplayed({ headers }: Answer): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

describe('kept refusals', () => {
  it('[D-230] [D-237] 403 for restrictions is not kept: another token of the user may do it', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const domain = done(
      await client.post('/domains', { domain: nextDomain(), type: 'master', soa_email: 'a@example.com' }),
    );
    const restrictions = { domains: [{ id: domain.id, actions: ['read'] }], vpcs: [id] };
    const narrowed = await narrow(app, client, restrictions);
    const path = `/domains/${domain.id}/records`;
    const body = { type: 'A', name: 'www', target: '192.0.2.1' };
    const key = keyed();
    expect((await narrowed.post(path, body, key)).status).toBe(403);
    const second = await client.post(path, body, key);
    expect([second.status, isReplayed(second)]).toEqual([200, false]);
  });

  it.each([
    ['problem details', { Accept: 'application/problem+json' }, {}, 'application/problem+json'],
    ['the known form', {}, { Accept: 'application/problem+json' }, 'application/json'],
  ])(
    '[D-230] [D-234] a refusal in %s keeps its form, whatever is accepted later',
    async (_, first, later, type) => {
      const { client } = await makeAccount(app);
      const key = keyed();
      const refused = await client.post('/vpcs', {}, { ...key, ...first });
      const again = await client.post('/vpcs', {}, { ...key, ...later });
      expect([refused.status, isReplayed(refused)]).toEqual([400, false]);
      expect([again.status, isReplayed(again)]).toEqual([400, true]);
      expect([refused, again].map(({ headers }) => headers.get('content-type'))).toEqual([type, type]);
      expect(again.body).toEqual(refused.body);
    },
  );
});

it('[D-230] a change is undone when its key is used between the look at the key and the answer', async () => {
  const { client, uid } = await makeAccount(app);
  const key = keyed();
  const used = new pg.Client(app.databaseUrl);
  await used.connect();
  await used.query('BEGIN');
  // Without the lock of the key, so that only the row itself is in the way.
  await used.query(
    `INSERT INTO kept_answers (user_id, key_hash, request_hash, answer, created) VALUES ($1, $2, '', '', $3)`,
    [uid, sha256(`${uid} ${key['Idempotency-Key']}`), new Date(app.clock.milliseconds())],
  );
  const late = client.post('/vpcs', VPC, key);
  await lockIsAwaited(app);
  await used.query('COMMIT');
  await used.end();
  expect((await late).status).toBe(422);
  expect(done(await client.get('/vpcs')).results).toBe(0);
});

describe('how much is kept', () => {
  it('[D-230] what one user keeps in a day is bounded', async () => {
    const account = await makeAccount(app);
    done(await account.client.post('/vpcs', VPC, keyed()));
    const key = keyed();
    done(await account.client.post('/vpcs', VPC, key));
    await query(
      app,
      `INSERT INTO kept_answer_counts (user_id, window_start, kib) VALUES ($1, $2, 65536)
       ON CONFLICT (user_id) DO UPDATE SET kib = 65536`,
      [account.uid, new Date(app.clock.milliseconds() - (app.clock.milliseconds() % (DAY_SECONDS * 1000)))],
    );
    expect(isReplayed(await account.client.post('/vpcs', VPC, key))).toBe(true);
    const refused = await account.client.post('/vpcs', VPC, keyed());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(done(await account.client.get('/vpcs')).results).toBe(2);
    app.clock.forward(DAY_SECONDS);
    done(await account.client.post('/vpcs', VPC, keyed()));
  });

  it('[D-230] what is kept is counted', async () => {
    const account = await makeAccount(app);
    for (let n = 0; n < 400; n++) await account.client.delete('/vpcs/1', keyed());
    const rows = await query(app, 'SELECT kib FROM kept_answer_counts WHERE user_id = $1', [account.uid]);
    // Each is 1 KiB. Chance leaves these bounds once in some million runs.
    expect(rows[0]!.kib).toBeGreaterThan(64);
    expect(rows[0]!.kib).toBeLessThan(1000);
  });
});
