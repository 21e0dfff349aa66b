import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { Client, type Answer } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { iterations } from '../support/iterations.js';
import { done, makeAccount } from '../support/makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

const CHANGES = iterations('CONDITION_CHANGES', 500);
const ROUNDS = iterations('CONDITION_ROUNDS', 100);
const CLIENTS = 4;
/** The share of cut responses: one in this number. */
const CUT = 10;

let app: TestApp;
let network: Server;
let cuts = 0;
beforeAll(async () => {
  app = await startApp();
  network = await badNetwork(Number(new URL(app.url).port));
});
afterAll(async () => {
  network.close();
  await app.close();
});

/** Passes requests on. Cuts the connection instead of every tenth response. */
async function badNetwork(port: number): Promise<Server> {
  let answers = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far);
    far.on('data', (bytes) => {
      if (++answers % CUT > 0) return void near.write(bytes);
      cuts++;
      near.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Sends the request again until a response arrives. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status !== 409) return answer;
  }
}

it('[D-230] changes with keys happen once each, though the network cuts one response in ten', async () => {
  const account = await makeAccount(app);
  const { id } = await makeDomain(account.client);
  const port = (network.address() as AddressInfo).port;
  const client = new Client(`http://127.0.0.1:${port}`, account.client.token);
  let next = 0;
  const work = async () => {
    for (let n = next++; n < CHANGES; n = next++) {
      const key = { 'Idempotency-Key': randomUUID() };
      const record = { type: 'TXT', name: `n${n}`, target: `text ${n}` };
      done(await untilAnswered(() => client.post(`/domains/${id}/records`, record, key)));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));

  expect(cuts).toBeGreaterThan(CHANGES / CUT / 2);
  const names = await query(app, 'SELECT name FROM records WHERE domain_id = $1', [id]);
  const expected = Array.from({ length: CHANGES }, (_, n) => `n${n}`);
  expect(names.map(({ name }) => name).sort()).toEqual(expected.sort());
  const events = await query(
    app,
    `SELECT count(*) FROM events WHERE account_id = $1 AND action = 'domain_record_create'`,
    [account.id],
  );
  expect(events).toEqual([{ count: CHANGES }]);
});

it('[D-231] two writers with If-Match lose no update', async () => {
  const { client } = await makeAccount(app);
  done(await client.put('/profile/preferences', { n: 0 }));
  const addOne = async () => {
    for (;;) {
      const { body, headers } = await client.get('/profile/preferences');
      const tag = { 'If-Match': headers.get('etag')! };
      const { status } = await client.put('/profile/preferences', { n: (body as { n: number }).n + 1 }, tag);
      if (status === 200) return;
      expect(status).toBe(412);
    }
  };
  const writer = async () => {
    for (let round = 0; round < ROUNDS; round++) await addOne();
  };
  await Promise.all([writer(), writer()]);
  expect((await client.get('/profile/preferences')).body).toEqual({ n: 2 * ROUNDS });
});

it('[D-231] a change whose record another one changes meanwhile succeeds if its precondition still holds', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const records = `/domains/${id}/records`;
  const record = done(await client.post(records, { type: 'A', name: 'www', target: '192.0.2.1' }));
  const other = new pg.Client(app.databaseUrl);
  await other.connect();
  await other.query('BEGIN');
  await other.query('UPDATE records SET ttl_sec = 300 WHERE id = $1', [record.id]);
  const changed = client.put(`${records}/${record.id}`, { target: '192.0.2.2' }, { 'If-Match': '*' });
  await lockIsAwaited(app);
  await other.query('COMMIT');
  await other.end();
  expect(await changed).toMatchObject({ status: 200, body: { ttl_sec: 300, target: '192.0.2.2' } });
});

it('[D-231] preferences that another change replaces at the same time are 412', async () => {
  const { client } = await makeAccount(app);
  const tag = { 'If-Match': (await client.get('/profile/preferences')).headers.get('etag')! };
  const blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN');
  // Changes wait before their commit.
  await blocker.query('LOCK TABLE events IN SHARE MODE');
  const first = client.put('/profile/preferences', { n: 1 });
  await lockIsAwaited(app);
  const second = client.put('/profile/preferences', { n: 2 }, tag);
  await lockIsAwaited(app, 2);
  await blocker.end();
  expect((await first).status).toBe(200);
  expect((await second).status).toBe(412);
  expect((await client.get('/profile/preferences')).body).toEqual({ n: 1 });
});
