import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import pg from 'pg';
import { CostlyWork } from '../../src/shared/limits/costly-work.js';
import { startApp } from '../support/app.js';
import { axfrPeer, record, serving } from '../support/axfr-peer.js';
import { refusal } from '../support/client.js';
import { makeDomain, nextDomain, transferFrom } from '../support/domains.js';
import { done, makeAccount, makeRestricted } from '../support/makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

const INVALID_TOKEN = refusal('', 'Invalid Token');
let whileDelivering = () => Promise.resolve();

/** A webhook for text messages that responds only when the test says so. */
const webhook = createServer((request, response) => {
  request.resume().on('end', () => void whileDelivering().then(() => response.end()));
});
await new Promise<void>((listening) => webhook.listen(0, '127.0.0.1', listening));
const app = await startApp({
  SMS_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
});
afterAll(async () => {
  await app.close();
  webhook.close();
});

const revoke = async (token: string) => {
  await query(app, 'DELETE FROM tokens WHERE token_hash = sha256($1)', [token]);
};

describe('the service decides again on a change that waited for the network', () => {
  it('[D-206] a token revoked while a zone is transferred: 401, and no domain', async () => {
    const { client, id } = await makeAccount(app);
    const domain = nextDomain();
    const serve = serving([record('A', `www.${domain}`, '192.0.2.1', 0)]);
    const peer = await axfrPeer((asked) => void revoke(client.token!).then(() => serve(asked)));
    transferFrom(app, peer.port, { totalMs: 10_000 });
    const answer = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
    await peer.close();
    expect(answer).toMatchObject({ status: 401, body: INVALID_TOKEN });
    expect(await query(app, 'SELECT FROM domains WHERE account_id = $1', [id])).toEqual([]);
  });

  it('[D-206] a grant withdrawn while a zone is transferred: 403, and no domain', async () => {
    const account = await makeAccount(app);
    const { client, username } = await makeRestricted(app, account, { global: { add_domains: true } });
    const domain = nextDomain();
    const serve = serving([record('A', `www.${domain}`, '192.0.2.1', 0)]);
    const grants = { global: { add_domains: false } };
    const withdraw = () => account.client.put(`/account/users/${username}/grants`, grants).then(done);
    const peer = await axfrPeer((asked) => void withdraw().then(() => serve(asked)));
    transferFrom(app, peer.port, { totalMs: 10_000 });
    const answer = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
    await peer.close();
    expect(answer).toMatchObject({ status: 403, body: refusal('', 'Unauthorized') });
    expect(await query(app, 'SELECT FROM domains WHERE account_id = $1', [account.id])).toEqual([]);
  });

  it('[D-206] [D-46] a user who is restricted while a zone is transferred gets a grant on the domain', async () => {
    const account = await makeAccount(app);
    const { client, username } = await makeRestricted(app, account);
    const path = `/account/users/${username}`;
    const restrict = async () => {
      done(await account.client.put(path, { restricted: true }));
      done(await account.client.put(`${path}/grants`, { global: { add_domains: true } }));
    };
    done(await account.client.put(path, { restricted: false }));
    const domain = nextDomain();
    const serve = serving([record('A', `www.${domain}`, '192.0.2.1', 0)]);
    const peer = await axfrPeer((asked) => void restrict().then(() => serve(asked)));
    transferFrom(app, peer.port, { totalMs: 10_000 });
    const made = done(await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }));
    await peer.close();
    expect(done(await client.put(`/domains/${made.id}`, { description: 'mine' })).id).toBe(made.id);
  });

  it('[D-206] a token revoked while a text message is delivered: 401, and the code verifies nothing', async () => {
    const { client, uid } = await makeAccount(app);
    whileDelivering = () => revoke(client.token!);
    const answer = await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5551234567' });
    expect(answer).toMatchObject({ status: 401, body: INVALID_TOKEN });
    const sent = await query(app, 'SELECT FROM phone_codes WHERE user_id = $1 AND sent', [uid]);
    expect(sent).toEqual([]);
  });
});

it('[D-206] a token revoked while the restore of a version waits for its turn: 401, and no change', async () => {
  const { client, id: accountId } = await makeAccount(app);
  const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
  const { zoneRenders } = app.app.get(CostlyWork);
  const run = jest.spyOn(zoneRenders, 'run');
  for (let turn = 0; turn < 2; turn++) await zoneRenders.take(accountId);
  const restore = client.post(`/domains/${id}/versions/1/restore`, {});
  while (run.mock.calls.length === 0) await new Promise(setImmediate);
  await revoke(client.token!);
  for (let turn = 0; turn < 2; turn++) zoneRenders.end(accountId);
  expect(await restore).toMatchObject({ status: 401, body: INVALID_TOKEN });
  expect(await query(app, 'SELECT FROM records WHERE domain_id = $1', [id])).toHaveLength(1);
});

it.each<[string, string, object | string]>([
  ['a set of changes', 'changes', { changes: [{ create: { type: 'A', name: 'a', target: '192.0.2.1' } }] }],
  ['a zone text', 'zone-file?mode=merge', 'a IN A 192.0.2.1'],
])('[D-206] a token revoked before %s has locked the domain: 401, and no change', async (_, path, body) => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [id]);
  const change = client.post(`/domains/${id}/${path}`, body);
  await lockIsAwaited(app);
  await revoke(client.token!);
  await blocker.query('ROLLBACK');
  await blocker.end();
  expect(await change).toMatchObject({ status: 401, body: INVALID_TOKEN });
  expect(await query(app, 'SELECT FROM records WHERE domain_id = $1', [id])).toEqual([]);
});
