import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdirSync } from 'node:fs';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { makeAccount, makeVpc } from '../support/makers.js';
import { startBalancer, startHaproxy, startNginx, type Proxy } from './support/proxies.js';
import { answersIn, exchange } from './support/raw-exchange.js';
import { VECTORS } from './support/smuggling-vectors.js';

const VICTIMS = 6;
/** Each victim asks so often after each vector: a poisoned connection is the one that is used next. */
const ASKS = 2;

let app: TestApp;
let replica: number;
let folder: string;
let attacker: string;
let victim: { readonly token: string; readonly path: string; readonly id: number };
/** What the service was asked, in its eyes. */
const asked: string[] = [];

beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
  replica = Number(new URL(app.url).port);
  (app.app.getHttpServer() as Server).prependListener('request', ({ method, url }) => {
    asked.push(`${method} ${url}`);
  });
  folder = mkdtempSync(join(tmpdir(), 'smuggling-'));
  attacker = (await makeAccount(app)).client.token!;
  const { client } = await makeAccount(app);
  const { id } = await makeVpc(client);
  victim = { token: client.token!, path: `/vpcs/${id}`, id };
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['balancer', startBalancer],
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
])('through %s', (name, start) => {
  let proxy: Proxy;
  beforeAll(async () => {
    mkdirSync(join(folder, name));
    proxy = await start(replica, join(folder, name));
  });
  afterAll(() => proxy.stop());

  it.each(Object.entries(VECTORS))('nobody gets the answer to what %s smuggles', async (_, vector) => {
    asked.length = 0;
    const bytes = Buffer.from(vector(attacker), 'latin1');
    const attacks = [exchange(proxy.port, bytes), exchange(proxy.port, Buffer.concat([bytes, bytes]))];
    const during = victims(proxy.port);
    const came = await Promise.all(attacks);
    const seen = [...(await during), ...(await victims(proxy.port))];
    expect(seen).toEqual(seen.map(() => victim.id));
    // Who is let ask more than once is who gets all the answers.
    const answered = came.flatMap((part) => answersIn(part ?? Buffer.alloc(0), []).answers).length;
    expect(asked.filter((request) => request.includes('smuggled')).length).toBeLessThanOrEqual(answered);
  });
});

describe('without a proxy', () => {
  const AMBIGUOUS = Object.entries(VECTORS).filter(([name]) =>
    /^(CL\.TE|TE\.CL|TE\.TE|CL\.CL|CL list)/.test(name),
  );

  it.each(AMBIGUOUS)('%s is refused, and its connection closed', async (_, vector) => {
    asked.length = 0;
    const came = await exchange(replica, Buffer.from(vector(attacker), 'latin1'));
    const { answers } = answersIn(came ?? Buffer.alloc(0), []);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(answers[0]!.headers.connection).toBe('close');
    expect(asked.filter((request) => request.includes('smuggled'))).toEqual([]);
  });
});

/** What the victims are shown: the id of their VPC, each time. */
async function victims(port: number): Promise<unknown[]> {
  const client = new Client(`http://127.0.0.1:${port}`, victim.token);
  const asks = Array.from({ length: VICTIMS }, async () => {
    const seen = [];
    for (let turn = 0; turn < ASKS; turn++) {
      const { status, body } = await client.get(victim.path);
      seen.push(status === 200 ? (body as { id: number }).id : { status, body: body as unknown });
    }
    return seen;
  });
  return (await Promise.all(asks)).flat();
}
