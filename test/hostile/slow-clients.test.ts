import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Database } from '../../src/database/database.js';
import { UnreadAnswers } from '../../src/shared/limits/unread-answers.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import { makeLongDomain } from '../support/domains.js';
import { IS_LONG } from './support/seeded-run.js';

const CONNECTIONS = 300;

let app: TestApp;
let client: Client;
let domainId: number;
let other: TestAccount;
let otherDomainId: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startApp();
  const account = await makeAccount(app);
  client = account.client;
  domainId = await makeLongDomain(app, client, 100, 60_000);
  other = await makeAccount(app);
  otherDomainId = await makeLongDomain(app, other.client, 100, 60_000);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
afterAll(() => app.close());

/** So many connections, each with these bytes sent and nothing after them. */
async function hold(bytes: string, count = CONNECTIONS): Promise<Socket[]> {
  const { port } = new URL(app.url);
  const made = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(bytes);
      return socket;
    }),
  );
  sockets.push(...made);
  return made;
}

const caller = () => `Host: x\r\nAuthorization: Bearer ${client.token}\r\n`;
const records = () => `GET /v4/domains/${domainId}/records HTTP/1.1\r\n${caller()}\r\n`;

describe(`${CONNECTIONS} connections that`, () => {
  it.each([
    ['send nothing', () => ''],
    ['send half a header', () => 'GET /v4/vpcs HTTP/1.1\r\nHost: x\r\nX-Slow: a'],
    ['send half a body', () => `POST /v4/vpcs HTTP/1.1\r\n${caller()}Content-Length: 1000\r\n\r\n{"label"`],
    ['send half a form', () => 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nstep'],
    [
      'send half a chunk',
      () => `POST /v4/vpcs HTTP/1.1\r\n${caller()}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{`,
    ],
    [
      'wait to be told to go on',
      () => `POST /oauth/token HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`,
    ],
  ])('%s keep nobody else from being served', async (_, bytes) => {
    await hold(bytes());
    const answers = await Promise.all([
      client.get('/vpcs'),
      client.post('/vpcs', { label: 'net', region: 'us-east' }),
      client.get('/domains'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it.each([
    ['of 64 KiB', 'Content-Length: 65536'],
    ['without a length', 'Transfer-Encoding: chunked'],
  ])('send no body %s: four of the account may, and others of it wait', async (_, length) => {
    const bytes = `POST /v4/vpcs HTTP/1.1\r\n${caller()}Expect: 100-continue\r\n${length}\r\n\r\n`;
    const [first, ...others] = await hold(bytes, 4);
    await Promise.all([first!, ...others].map((socket) => once(socket, 'data')));
    const [fifth] = await hold(bytes, 1);
    const large = { label: 'x'.repeat(70_000), region: 'us-east' };
    expect((await other.client.post('/vpcs', large)).status).toBe(400);
    expect(fifth!.bytesRead).toBe(0);
    first!.destroy();
    const [answer] = (await once(fifth!, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 100 /);
  });

  it('read nothing of large answers keep nobody else from being served', async () => {
    const readers = await hold(records(), 60);
    readers.forEach((socket) => socket.pause());
    expect((await client.get('/vpcs')).status).toBe(200);
    expect((await other.client.get(`/domains/${otherDomainId}/records`)).status).toBe(200);
    // 60 answers of 6 MB are more than the memory for answers; a few may be read while it fills.
    expect(app.app.get(Database).unreadAnswers.bytes).toBeLessThan(300 * 1024 * 1024);
  });
});

describe('what a slow client can hold ends', () => {
  it('headers: after a minute', () => {
    const server = app.app.getHttpServer() as Server;
    expect(server.headersTimeout).toBe(60_000);
  });

  it('unread answers: the oldest is cut when all together are too many', async () => {
    const unread = new UnreadAnswers(60_000, 100);
    const [first, second, third] = [answer(), answer(), answer()];
    unread.add(first, 60);
    unread.add(second, 40);
    expect([first, second].map(({ destroyed }) => destroyed)).toEqual([false, false]);
    unread.add(third, 50);
    expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  });

  it('[D-283] unread answers: who reads nothing makes room for lists that wait, and who reads is not cut', async () => {
    const unread = new UnreadAnswers(60_000, 100, 20);
    const [stalled, reader] = [answer(), answer()];
    unread.add(stalled, 60);
    unread.add(reader, 40);
    expect(unread.hasRoom(1)).toBe(false);
    const reading = setInterval(() => unread.read(reader, 0), 1);
    await unread.room(1);
    clearInterval(reading);
    expect([stalled, reader].map(({ destroyed }) => destroyed)).toEqual([true, false]);
    expect(unread.bytes).toBe(40);
  });

  it('[D-283] an unread answer: takes less memory as it is read', () => {
    const unread = new UnreadAnswers(60_000, 100);
    const [first, second] = [answer(), answer()];
    unread.add(first, 60);
    unread.read(first, 50);
    unread.add(second, 90);
    expect([first, second].map(({ destroyed }) => destroyed)).toEqual([false, false]);
    expect(unread.bytes).toBe(100);
  });

  it('an unread answer: when its time is over', async () => {
    const slow = answer();
    new UnreadAnswers(1).add(slow, 1);
    await slow.closed;
    expect(slow.destroyed).toBe(true);
  });

  if (IS_LONG) {
    it('in truth: of connections that send half a header none is left after two minutes', async () => {
      const held = await hold('GET /v4/vpcs HTTP/1.1\r\nX-Slow: a', 20);
      await Promise.all(held.map((socket) => once(socket.resume(), 'close')));
    }, 150_000);
  }
});

/** What `UnreadAnswers` needs of an answer. */
function answer() {
  let close = () => undefined as void;
  const closed = new Promise<void>((resolve) => (close = resolve));
  const fake = {
    destroyed: false,
    closed,
    once: (_: 'close', listener: () => void) => void closed.then(listener),
    destroy() {
      fake.destroyed = true;
      close();
    },
  };
  return fake as typeof fake & ServerResponse;
}
