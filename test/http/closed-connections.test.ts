import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';

let app: TestApp;
let account: TestAccount;
let session: pg.Client;

beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
  session = new pg.Client(app.databaseUrl);
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await app.close();
});

/** Begins to send preferences, and closes the connection while the service looks up the caller. */
async function breakOff(service: TestApp): Promise<Socket> {
  await session.query('BEGIN');
  await session.query('LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE');
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const credential = `Authorization: Bearer ${account.client.token}`;
  const head = ['PUT /v4/profile/preferences HTTP/1.1', 'Host: x', credential, 'Content-Length: 16'];
  socket.write([...head, '', ''].join('\r\n'));
  await untilSomebodyWaits();
  socket.resetAndDestroy();
  // The service handles a later request on another connection after this one.
  await fetch(`${service.url}/health/live`);
  await session.query('ROLLBACK');
  return socket;
}

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'tokens'::regclass`;
  while ((await session.query(waiting)).rowCount === 0);
}

it('[D-17] a request that ends before its body does not count as one with an empty body', async () => {
  done(await account.client.put('/profile/preferences', { theme: 'light' }));
  const other = await startApp({}, app);
  const socket = await breakOff(other);
  if (!socket.closed) await once(socket, 'close');
  // Several times the duration of the broken request.
  for (let turn = 0; turn < 5; turn++)
    done(await new Client(other.url, account.client.token).put('/profile'));
  await other.close();
  expect(done(await account.client.get('/profile/preferences'))).toEqual({ theme: 'light' });
});
