import pg from 'pg';
import { KeptAnswers } from '../../src/shared/http/conditions/kept-answers.js';
import { Database } from '../../src/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, NOT_FOUND, refusal, UNAUTHORIZED, type Answer } from '../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, makeVpc, next } from '../support/makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

let app: TestApp;
let replica: TestApp;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({}, app);
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
  it('[D-230] gets the first answer, and changes nothing again', async () => {
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

  it('[D-230] at another token of the user is the same', async () => {
    const account = await makeAccount(app);
    const key = keyed();
    const first = await account.client.post('/vpcs', VPC, key);
    const token = await makeToken(app, account.username, 'vpc:read_write');
    expect((await token.post('/vpcs', VPC, key)).body).toEqual(first.body);
  });

  it('[D-230] is free again after 24 hours, and the answer is gone', async () => {
    const account = await makeAccount(app);
    const key = keyed();
    const first = done(await account.client.post('/vpcs', VPC, key));
    app.clock.forward(DAY_SECONDS + 1);
    const second = await account.client.post('/vpcs', { ...VPC, label: 'later' }, key);
    expect([second.status, isReplayed(second)]).toEqual([200, false]);
    expect(second.body.id).not.toBe(first.id);

    app.clock.forward(DAY_SECONDS + 1);
    const answers = app.app.get(KeptAnswers);
    const database = app.app.get(Database);
    await database.transaction((tx) => answers.tidy(tx, 1000));
    await database.transaction((tx) => answers.tidyCounts(tx, 1000));
    expect(await query(app, 'SELECT FROM kept_answers')).toEqual([]);
    expect(await query(app, 'SELECT FROM kept_answer_counts')).toEqual([]);
  });
});

describe('which answers are kept', () => {
  it('[D-230] that of a delete, whose entity is gone', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const key = keyed();
    done(await client.delete(`/vpcs/${id}`, key));
    const again = await client.delete(`/vpcs/${id}`, key);
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, {}, true]);
    expect(await client.delete(`/vpcs/${id}`, keyed())).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('[D-230] that of a delete by a restricted user, whose grant went with the entity', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const grants = { vpc: [{ id, permissions: 'read_write' }] };
    const { client } = await makeRestricted(app, account, grants);
    const key = keyed();
    done(await client.delete(`/vpcs/${id}`, key));
    expect(isReplayed(await client.delete(`/vpcs/${id}`, key))).toBe(true);
  });

  it('[D-230] 400, though it would be good by now', async () => {
    const { client } = await makeAccount(app);
    const { id, subnets } = await makeVpc(client, { subnets: 1 });
    const subnet = { label: 'again', ipv4: subnets[0].ipv4 };
    const key = keyed();
    const first = await client.post(`/vpcs/${id}/subnets`, subnet, key);
    expect(first.status).toBe(400);
    done(await client.delete(`/vpcs/${id}/subnets/${subnets[0].id}`));
    const again = await client.post(`/vpcs/${id}/subnets`, subnet, key);
    expect([again.status, again.body, isReplayed(again)]).toEqual([400, first.body, true]);
    done(await client.post(`/vpcs/${id}/subnets`, subnet, keyed()));
  });

  it.each([
    ['400 of a field', { label: 1 }],
    ['400 of JSON that is none', '{'],
  ])('[D-230] %s', async (_, body) => {
    const { client } = await makeAccount(app);
    const key = keyed();
    const first = await client.post('/vpcs', body, key);
    const again = await client.post('/vpcs', body, key);
    expect([again.status, again.body, isReplayed(again)]).toEqual([400, first.body, true]);
  });

  it('[D-230] 404', async () => {
    const { client } = await makeAccount(app);
    const key = keyed();
    expect(isReplayed(await client.delete('/vpcs/1', key))).toBe(false);
    const again = await client.delete('/vpcs/1', key);
    expect([again.status, isReplayed(again)]).toEqual([404, true]);
  });

  it('[D-230] 412', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const headers = { ...keyed(), 'If-Match': '"other"' };
    expect(isReplayed(await client.delete(`/vpcs/${id}`, headers))).toBe(false);
    const again = await client.delete(`/vpcs/${id}`, headers);
    expect([again.status, isReplayed(again)]).toEqual([412, true]);
    done(await client.get(`/vpcs/${id}`));
  });

  it('[D-230] 403 for a grant, until the grant is there and as long as it is not', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    const user = await makeRestricted(app, account, { vpc: [{ id, permissions: 'read_only' }] });
    const key = keyed();
    for (let time = 0; time < 2; time++) {
      const refused = await user.client.delete(`/vpcs/${id}`, key);
      expect([refused.status, refused.body, isReplayed(refused)]).toEqual([403, UNAUTHORIZED, false]);
    }
    const grants = { vpc: [{ id, permissions: 'read_write' }] };
    done(await account.client.put(`/account/users/${user.username}/grants`, grants));
    const kept = await user.client.delete(`/vpcs/${id}`, key);
    expect([kept.status, isReplayed(kept)]).toEqual([403, true]);
  });

  it.each([
    ['the token is gone', 401],
    ['the scope is missing', 403],
    ['the grant is gone', 404],
  ])('[D-230] none, when %s by now', async (why, status) => {
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

  it('[D-230] while the first runs: 409, also when the answer is the same request', async () => {
    const account = await makeAccount(app);
    const blocker = new pg.Client(app.databaseUrl);
    await blocker.connect();
    const key = keyed();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    const first = account.client.post('/vpcs', VPC, key);
    await lockIsAwaited(app);
    expect(await account.client.post('/vpcs', VPC, key)).toMatchObject({ status: 409, body: UNDER_WAY });
    expect((await account.client.post('/vpcs', { ...VPC, label: 'y' }, key)).status).toBe(409);
    await blocker.query('COMMIT');
    await blocker.end();
    expect((await first).status).toBe(200);
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
