import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { iterations } from '../support/iterations.js';
import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, next } from '../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const BODY = JSON.stringify({ label: 'net', region: 'us-east' });

/** Sends the request, or half of its body, and closes the connection after a pause. */
async function cut(token: string, key: string, body: string, pauseMs: number): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    'POST /v4/vpcs HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${key}`,
    `Content-Length: ${BODY.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The pause varies the moment of the request's work at which the connection ends.
  await delay(pauseMs);
  socket.destroy();
  await once(socket, 'close');
}

it.each([
  ['half a body', BODY.slice(0, 10), 0],
  ['half a body', BODY.slice(0, 10), 10],
  ['the whole request', BODY, 0],
  ['the whole request', BODY, 2],
  ['the whole request', BODY, 10],
  ['the whole request', BODY, 50],
])(
  '[D-271] after a cut of the connection at %s (%#), the key works for the retry',
  async (_, sent, pauseMs) => {
    const { client } = await makeAccount(app);
    for (let round = 1; round <= iterations('CUT_ROUNDS', 8); round++) {
      const key = `key-${next()}`;
      await cut(client.token!, key, sent, pauseMs);
      const retry = await client.post('/vpcs', BODY, { 'Idempotency-Key': key });
      expect(retry.status).toBe(200);
      expect(done(await client.get('/vpcs')).results).toBe(round);
    }
  },
);
