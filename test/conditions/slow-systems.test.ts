import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { PhoneRepository } from '../../src/profile/phone/phone.repository.js';
import { startApp } from '../support/app.js';
import { Client, refusal, type Answer } from '../support/client.js';
import { done, makeAccount, next } from '../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith } from '../support/registry.js';
import { lockIsAwaited } from '../support/sql.js';

const UNDER_WAY = refusal('Idempotency-Key', 'A request with this Idempotency-Key is under way.');
const LEASE_SECONDS = 60;
const SLOW = 12;

/** Holds requests until the test releases them. */
class Gate {
  waiting = 0;
  private letGo: () => void = () => undefined;
  private opened = Promise.resolve();
  private arrived: () => void = () => undefined;

  close(): void {
    this.opened = new Promise((resolve) => (this.letGo = resolve));
  }

  open(): void {
    this.letGo();
  }

  async pass(): Promise<void> {
    this.waiting++;
    this.arrived();
    await this.opened;
    this.waiting--;
  }

  async holds(count: number): Promise<void> {
    while (this.waiting < count) await new Promise<void>((resolve) => (this.arrived = resolve));
  }
}

const gate = new Gate();
let gatewayStatus = 200;
const gateway = createServer((request, response) => {
  request.resume().on('end', () => void gate.pass().then(() => response.writeHead(gatewayStatus).end()));
});
await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening));
const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
const app = await startApp({
  SMS_WEBHOOK_URL: gatewayUrl,
  MAX_CLAIM_CHECKS: '12/12',
});
const registry = await fakeRegistry(zoneWith('test', new Map()), () => gate.pass());
claimsAsk(app, registry.port);
afterAll(async () => {
  gate.open();
  await app.close();
  await registry.close();
  gateway.close();
});
beforeEach(() => gate.close());
afterEach(() => {
  gate.open();
  gatewayStatus = 200;
});

function keyed(key = `key-${next()}`) {
  return { 'Idempotency-Key': key };
}

function number() {
  return { iso_code: 'US', phone_number: `555555${String(next()).padStart(4, '0')}` };
}

function isReplayed({ headers }: Answer): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/** Others make changes, with a key and without. None of them waits. */
async function othersChange(): Promise<void> {
  const { client } = await makeAccount(app);
  const body = { label: 'net', region: 'us-east' };
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => client.post('/vpcs', body, n % 2 ? keyed() : {})),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
}

it('[D-274] keyed text messages that a gateway holds delay no other request', async () => {
  const clients = await Promise.all(
    Array.from({ length: SLOW }, async () => (await makeAccount(app)).client),
  );
  const sends = clients.map((client) => client.post('/profile/phone-number', number(), keyed()));
  await gate.holds(SLOW);
  await othersChange();
  gate.open();
  for (const { status } of await Promise.all(sends)) expect(status).toBe(200);
});

it('[D-274] keyed checks of claims that a registry holds delay no other request', async () => {
  const { client } = await makeAccount(app);
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => client.post('/domains/claims', { domain: `c${next()}.test` })),
  );
  const checks = claims.map((claim) => client.post(`/domains/claims/${done(claim).id}/check`, {}, keyed()));
  await gate.holds(1);
  await othersChange();
  gate.open();
  for (const { status } of await Promise.all(checks)) expect(status).toBe(200);
});

it('[D-274] the same key is 409 meanwhile, and then gets the answer', async () => {
  const { client } = await makeAccount(app);
  const [key, body] = [keyed(), number()];
  const first = client.post('/profile/phone-number', body, key);
  await gate.holds(1);
  expect(await client.post('/profile/phone-number', body, key)).toMatchObject({
    status: 409,
    body: UNDER_WAY,
  });
  gate.open();
  expect((await first).status).toBe(200);
  expect(isReplayed(await client.post('/profile/phone-number', body, key))).toBe(true);
});

it('[D-274] of simultaneous requests with one key, one sends the message, and the others are 409', async () => {
  const { client } = await makeAccount(app);
  const [key, body] = [keyed(), number()];
  let refused = 0;
  const requests = Array.from({ length: 8 }, async () => {
    const answer = await client.post('/profile/phone-number', body, key);
    if (answer.status === 409) refused++;
    return answer;
  });
  await gate.holds(1);
  while (refused < 7) await client.get('/profile');
  expect(gate.waiting).toBe(1);
  gate.open();
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  expect(isReplayed(await client.post('/profile/phone-number', body, key))).toBe(true);
});

/** Locks a row until `end`. */
async function lockedRow(table: string, id: number) {
  const session = new pg.Client(app.databaseUrl);
  await session.connect();
  await session.query('BEGIN');
  await session.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  return session;
}

it('[D-274] a request that gets no connection for its lease ends no other lease', async () => {
  // One connection for changes.
  const settings = { DATABASE_POOL: '3', DATABASE_WAIT_TIMEOUT_SECONDS: '2', SMS_WEBHOOK_URL: gatewayUrl };
  const replica = await startApp(settings, app);
  const atReplica = ({ client }: { client: Client }) => new Client(replica.url, client.token);
  const [account, other] = [await makeAccount(app), await makeAccount(app)];
  // The first use of a token is a change, too.
  for (const { client } of [account, other]) await client.get('/profile');
  const ofUser = await lockedRow('users', account.uid);
  const ofOther = await lockedRow('accounts', other.id);
  const [key, body] = [keyed(), number()];
  const late = atReplica(account).post('/profile/phone-number', body, key);
  await lockIsAwaited(app);
  const between = atReplica(other).post('/vpcs', { label: 'net', region: 'us-east' });
  while (replica.app.get(Database).connections().waiting === 0) await delay(1);
  const first = account.client.post('/profile/phone-number', body, key);
  // Both leases would end in the same second.
  await delay(1000 - (Date.now() % 1000));
  await ofUser.end();
  await gate.holds(1);
  expect((await late).status).toBe(409);
  await ofOther.end();
  expect((await between).status).toBe(200);
  expect((await account.client.post('/profile/phone-number', body, key)).status).toBe(409);
  gate.open();
  expect((await first).status).toBe(200);
  await replica.close();
});

it('[D-274] a key whose request never ends is unused after its lease', async () => {
  const { client } = await makeAccount(app);
  const [key, body] = [keyed(), number()];
  const lost = client.post('/profile/phone-number', body, key);
  await gate.holds(1);
  app.clock.forward(LEASE_SECONDS + 1);
  const again = client.post('/profile/phone-number', body, key);
  await gate.holds(2);
  gate.open();
  const answers = await Promise.all([lost, again]);
  expect(answers[1].status).toBe(200);
  expect([200, 409]).toContain(answers[0].status);
  expect(isReplayed(await client.post('/profile/phone-number', body, key))).toBe(true);
});

it('[D-274] a failure of the gateway leaves the key unused, before the lease ends', async () => {
  const { client } = await makeAccount(app);
  const [key, body] = [keyed(), number()];
  gatewayStatus = 500;
  gate.open();
  expect((await client.post('/profile/phone-number', body, key)).status).toBe(503);
  gatewayStatus = 200;
  const again = await client.post('/profile/phone-number', body, key);
  expect([again.status, isReplayed(again)]).toEqual([200, false]);
});

it('[D-271] [D-274] an unexpected error after the message leaves the key unused, before the lease ends', async () => {
  const { client } = await makeAccount(app);
  const [key, body] = [keyed(), number()];
  gate.open();
  jest.spyOn(app.app.get(PhoneRepository), 'setSent').mockRejectedValueOnce(new Error('a defect'));
  expect((await client.post('/profile/phone-number', body, key)).status).toBe(500);
  const again = await client.post('/profile/phone-number', body, key);
  expect([again.status, isReplayed(again)]).toEqual([200, false]);
});

it('[D-271] a refusal before the message is sent leaves the key unused', async () => {
  const { client } = await makeAccount(app);
  const key = keyed();
  const verified = { iso_code: 'US', phone_number: '123' };
  expect((await client.post('/profile/phone-number', verified, key)).status).toBe(400);
  gate.open();
  expect((await client.post('/profile/phone-number', number(), key)).status).toBe(200);
});

it('[D-232] [D-274] a dry run and a keyed send of the same user do not wait for each other', async () => {
  const { client } = await makeAccount(app);
  const body = number();
  const send = client.post('/profile/phone-number', body, keyed());
  await gate.holds(1);
  const dry = await client.post('/profile/phone-number', body, { 'Dry-Run': 'true' });
  expect(dry.status).toBe(200);
  gate.open();
  expect((await send).status).toBe(200);
});
