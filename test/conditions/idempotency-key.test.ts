import pg from 'pg';
import { Jobs } from '../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, NOT_FOUND, refusal, type Answer } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, makeRestricted, makeToken, makeVpc, next } from '../support/makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

let app: TestApp;
let replica: TestApp;
beforeAll(async () => {
  app = await startApp();
  // The service waits for locks for one second instead of four.
  replica = await startApp({ DATABASE_LOCK_TIMEOUT_SECONDS: '1' }, app);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const DAY_SECONDS = 24 * 3600;
const VPC = { label: 'net', region: 'us-east' };
const UNDER_WAY = refusal('Idempotency-Key', 'A request with this Idempotency-Key is under way.');
const REUSED = refusal('Idempotency-Key', 'Idempotency-Key was used for another request.');

function keyed(key = `key-${next()}`) {
  return { 'Idempotency-Key': key };
}

function isReplayed({ headers }: Answer): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

async function count(client: Client, path = '/vpcs'): Promise<number> {
  return done(await client.get(path)).results;
}

describe('the same key', () => {
  it('[D-230] gets the first answer, and changes nothing more', async () => {
    const { client } = await makeAccount(app);
    const key = keyed();
    const first = await client.post('/vpcs', VPC, key);
    const second = await client.post('/vpcs', VPC, key);
    expect([first.status, isReplayed(first)]).toEqual([200, false]);
    expect([second.status, second.body, isReplayed(second)]).toEqual([200, first.body, true]);
    expect(await count(client)).toBe(1);
  });

  it('[D-230] 64 times at once at two replicas has one effect', async () => {
    const account = await makeAccount(app);
    const other = new Client(replica.url, account.client.token);
    const key = keyed();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => (n % 2 ? other : account.client).post('/vpcs', VPC, key)),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: UNDER_WAY });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await count(account.client)).toBe(1);
    const events = await query(app, 'SELECT action FROM events WHERE account_id = $1', [account.id]);
    expect(events).toEqual([{ action: 'vpc_create' }]);
  });

  it.each([
    [
      'another body',
      (client: Client, key: object) => client.post('/vpcs', { ...VPC, label: 'x' }, { ...key }),
    ],
    [
      'other bytes of the same body',
      (client: Client, key: object) => client.post('/vpcs', ` ${JSON.stringify(VPC)}`, { ...key }),
    ],
    ['another path', (client: Client, key: object) => client.post('/vpcs?x=1', VPC, { ...key })],
    ['another method', (client: Client, key: object) => client.delete('/vpcs/1', { ...key })],
  ])('[D-230] for %s: 422', async (_, ask) => {
    const { client } = await makeAccount(app);
    const key = keyed();
    done(await client.post('/vpcs', VPC, key));
    expect(await ask(client, key)).toMatchObject({ status: 422, body: REUSED });
    expect(await count(client)).toBe(1);
  });

  it('[D-230] in the quoted form is the same', async () => {
    const { client } = await makeAccount(app);
    const first = await client.post('/vpcs', VPC, keyed('a"b'));
    const second = await client.post('/vpcs', VPC, keyed('"a\\"b"'));
    expect([second.body, isReplayed(second)]).toEqual([first.body, true]);
  });

  it('[D-230] of another user is another key, even the longest', async () => {
    const [one, other] = [await makeAccount(app), await makeAccount(app)];
    const key = keyed('x'.repeat(255));
    done(await one.client.post('/vpcs', VPC, key));
    const answer = await other.client.post('/vpcs', VPC, key);
    expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
  });

  it('[D-230] is unused again after 24 hours, and the answer is deleted', async () => {
    const account = await makeAccount(app);
    const key = keyed();
    const first = done(await account.client.post('/vpcs', VPC, key));
    app.clock.forward(DAY_SECONDS + 1);
    const second = await account.client.post('/vpcs', { ...VPC, label: 'later' }, key);
    expect([second.status, isReplayed(second)]).toEqual([200, false]);
    expect(second.body.id).not.toBe(first.id);

    app.clock.forward(DAY_SECONDS + 1);
    const jobs = app.app.get(Jobs).all();
    for (const job of ['conditions.answers', 'conditions.counts'])
      await jobs.find(({ name }) => name === job)!.run();
    expect(await query(app, 'SELECT FROM kept_answers')).toEqual([]);
    expect(await query(app, 'SELECT FROM kept_answer_counts')).toEqual([]);
  });
});

describe('which answers are kept', () => {
  it('[D-230] that of a delete, whose entity is missing', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const key = keyed();
    done(await client.delete(`/vpcs/${id}`, key));
    const again = await client.delete(`/vpcs/${id}`, key);
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, {}, true]);
    expect(await client.delete(`/vpcs/${id}`, keyed())).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('[D-230] that of a delete by a restricted user, whose grant ended with the entity', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const grants = { vpc: [{ id, permissions: 'read_write' }] };
    const { client } = await makeRestricted(app, account, grants);
    const key = keyed();
    done(await client.delete(`/vpcs/${id}`, key));
    expect(isReplayed(await client.delete(`/vpcs/${id}`, key))).toBe(true);
  });

  it.each([
    ['400 of a field', (client: Client, key: object) => client.post('/vpcs', { label: 1 }, { ...key })],
    [
      '400 that needs no statement',
      async (client: Client, key: object) => {
        const { id } = await makeDomain(client);
        return client.post(`/domains/${id}/records`, { type: 'A', target: 'x' }, { ...key });
      },
    ],
    ['400 of invalid JSON', (client: Client, key: object) => client.post('/vpcs', '{', { ...key })],
    ['404', (client: Client, key: object) => client.delete('/vpcs/1', { ...key })],
    ['412', (client: Client, key: object) => client.put('/profile', {}, { ...key, 'If-Match': '"other"' })],
    [
      '415',
      (client: Client, key: object) => client.post('/vpcs', 'x', { ...key, 'Content-Type': 'text/plain' }),
    ],
  ])('[D-271] not %s: the key stays unused, also for another request', async (_, refuse) => {
    const { client } = await makeAccount(app);
    const key = keyed();
    const refused = await refuse(client, key);
    const again = await refuse(client, key);
    expect([again.status, again.body, isReplayed(again)]).toEqual([refused.status, refused.body, false]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const made = await client.post('/vpcs', VPC, key);
    expect([made.status, isReplayed(made)]).toEqual([200, false]);
  });

  it('[D-271] not a refusal that others caused: the same request succeeds when nothing prevents it', async () => {
    const { client } = await makeAccount(app);
    const { id, subnets } = await makeVpc(client, { subnets: 1 });
    const subnet = { label: 'again', ipv4: subnets[0].ipv4 };
    const key = keyed();
    expect((await client.post(`/vpcs/${id}/subnets`, subnet, key)).status).toBe(400);
    done(await client.delete(`/vpcs/${id}/subnets/${subnets[0].id}`));
    const again = await client.post(`/vpcs/${id}/subnets`, subnet, key);
    expect([again.status, isReplayed(again)]).toEqual([200, false]);
  });

  it('[D-271] that of a PUT that changes nothing', async () => {
    const { client } = await makeAccount(app);
    const key = keyed();
    done(await client.put('/profile', {}, key));
    expect(isReplayed(await client.put('/profile', {}, key))).toBe(true);
  });

  it.each([
    ['the token has ended', 401],
    ['the scope is missing', 403],
    ['the grant is removed', 404],
  ])('[D-230] none, when meanwhile %s', async (why, status) => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const user = await makeRestricted(app, account, { vpc: [{ id, permissions: 'read_write' }] });
    const key = keyed();
    done(await user.client.put(`/vpcs/${id}`, { label: 'x' }, key));
    let { client } = user;
    if (why.includes('token')) client = new Client(app.url, 'f'.repeat(64));
    if (why.includes('scope')) client = await makeToken(app, user.username, 'vpc:read_only');
    if (why.includes('grant'))
      done(
        await account.client.put(`/account/users/${user.username}/grants`, {
          vpc: [{ id, permissions: null }],
        }),
      );
    const answer = await client.put(`/vpcs/${id}`, { label: 'x' }, key);
    expect([answer.status, isReplayed(answer)]).toEqual([status, false]);
  });

  it('[D-230] secrets are encrypted', async () => {
    const { client } = await makeAccount(app);
    const key = keyed();
    const { token } = done(await client.post('/profile/tokens', { label: 'secret' }, key));
    expect((await client.post('/profile/tokens', { label: 'secret' }, key)).body.token).toBe(token);
    const rows = await query(app, 'SELECT answer FROM kept_answers');
    expect(rows.length).toBeGreaterThan(0);
    for (const { answer } of rows) expect((answer as Buffer).includes(token as string)).toBe(false);
  });

  it('[D-86] [D-230] JSON stays as it was sent', async () => {
    const { client } = await makeAccount(app);
    const key = keyed();
    const body = '{"b":1,"a":[1.0,2]}';
    const first = await client.put('/profile/preferences', body, key);
    expect((await client.put('/profile/preferences', body, key)).body).toEqual(first.body);
  });
});

describe('refused keys', () => {
  it.each(['', '"', 'a b', '"a', '"a b"', 'ä', 'x'.repeat(256), '""'])('[D-230] %j: 400', async (key) => {
    const { client } = await makeAccount(app);
    const body = refusal('Idempotency-Key', 'Idempotency-Key is not valid');
    expect(await client.post('/vpcs', VPC, { 'Idempotency-Key': key })).toMatchObject({ status: 400, body });
    expect(await count(client)).toBe(0);
  });

  it('[D-20] [D-230] without a credential: 401', async () => {
    expect((await anonymous(app).post('/vpcs', VPC, keyed(''))).status).toBe(401);
  });

  it('[D-271] while the first runs: waits for its answer, or gets 409 when it waits too long', async () => {
    const account = await makeAccount(app);
    const blocker = new pg.Client(app.databaseUrl);
    await blocker.connect();
    const key = keyed();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    const first = account.client.post('/vpcs', VPC, key);
    await lockIsAwaited(app);
    const second = account.client.post('/vpcs', VPC, key);
    const impatient = new Client(replica.url, account.client.token);
    expect(await impatient.post('/vpcs', VPC, key)).toMatchObject({ status: 409, body: UNDER_WAY });
    await blocker.query('COMMIT');
    await blocker.end();
    const { status, body } = await first;
    expect([status, isReplayed(await first)]).toEqual([200, false]);
    expect([(await second).body, isReplayed(await second)]).toEqual([body, true]);
  });
});

describe('without the header', () => {
  it('[D-230] nothing is kept', async () => {
    const before = await query(app, 'SELECT FROM kept_answers');
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    done(await client.delete(`/vpcs/${id}`));
    expect(await query(app, 'SELECT FROM kept_answers')).toHaveLength(before.length);
  });
});
