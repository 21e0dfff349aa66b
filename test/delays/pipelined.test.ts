import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client } from '../support/client.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import { startServiceProcess, type ServiceProcess } from '../hostile/support/service-process.js';
import { makeLongDomain } from '../support/domains.js';

const ROUNDS = 100;
const REQUESTS = 61;

let service: ServiceProcess;
let account: TestAccount;
let domainId: number;
beforeAll(async () => {
  service = await startServiceProcess({ LOG_LEVEL: 'silent' });
  account = await makeAccount(service);
  domainId = await makeLongDomain(service, account.client, 100, 1000);
});
afterAll(() => service.stop());

const records = () =>
  `GET /v4/domains/${domainId}/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.client.token}\r\n\r\n`;

async function opened(): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Asks for 6 MB in one packet, reads the beginning of the first answer, and resets the connection. */
async function askAndReset(): Promise<void> {
  const socket = await opened();
  socket.write(records().repeat(REQUESTS));
  await once(socket, 'data');
  const closed = once(socket, 'close');
  socket.resetAndDestroy();
  await closed;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function medianProfile(client: Client): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 21; turn++) times.push(await milliseconds(() => client.get('/profile')));
  return times.sort((a, b) => a - b)[10]!;
}

it(`${ROUNDS} connections that ask ${REQUESTS} times and reset leave nothing in memory`, async () => {
  for (let round = 0; round < 10; round++) await askAndReset();
  const other = (await makeAccount(service)).client;
  const [before, quiet] = [(await service.memory()).heap, await medianProfile(other)];
  const rounds = (async () => {
    for (let round = 0; round < ROUNDS; round++) await askAndReset();
  })();
  const during = await medianProfile(other);
  await rounds;
  expect((await service.memory()).heap - before).toBeLessThan(8 * 1024 * 1024);
  expect(during / quiet).toBeLessThan(20);
});

it('a client that pipelines gets every answer, in the order in which it asked', async () => {
  const socket = await opened();
  const paths = Array.from({ length: 40 }, (_, n) => `/health/live?${n}`);
  socket.end(
    `${paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`).join('\r\n')}Connection: close\r\n\r\n`,
  );
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(40);
});

it('a client that queues more than a hundred requests is cut off', async () => {
  const socket = await opened();
  socket.write(records().repeat(200));
  let answers = 0;
  socket.on('data', (chunk) => (answers += String(chunk).split('HTTP/1.1 200').length - 1));
  await once(socket, 'close');
  expect(answers).toBeLessThanOrEqual(101);
  expect(service.isRunning()).toBe(true);
});
