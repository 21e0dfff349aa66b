import pg from 'pg';
import { PLATFORM_TOKEN, startApp } from '../support/app.js';
import { Client, refusal } from '../support/client.js';
import { implementedRows, pathOf } from './rows.js';
import { MISSING, Scene } from './scene.js';
import { answers, ask, each, seen } from './sweep.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const scene = await Scene.make(app, database);
const ROWS = implementedRows(app).filter(({ credential }) => credential === 'platform');
afterAll(async () => {
  await database.end();
  await app.close();
});

const REFUSED = each(ROWS, () => ({ status: 401, body: refusal('', 'Invalid Token') }));
const NOT_FOUND = refusal('', 'Not found');

describe('the Platform API', () => {
  it.each([
    ['no credential', undefined],
    ['a wrong token', PLATFORM_TOKEN.replace('p', 'q')],
    ['a longer token', `${PLATFORM_TOKEN}0`],
    ['a shorter token', PLATFORM_TOKEN.slice(0, -1)],
  ])('[D-29] with %s: 401', async (_, token) => {
    const client = new Client(app.url, token, '');
    expect(await answers(ROWS, (row) => ask(client, row, scene.params))).toMatchObject(REFUSED);
  });

  it("[D-39] with a customer's token, even with all scopes: 401", async () => {
    const owner = await scene.owner();
    expect(await answers(ROWS, (row) => ask(owner, row, scene.params))).toMatchObject(REFUSED);
  });

  it('[D-20] decides on the credential before the body', async () => {
    const changing = ROWS.filter(({ method }) => method !== 'GET');
    const client = new Client(app.url, 'x', '');
    const bad = { 'Content-Type': 'text/plain', 'Content-Encoding': 'br' };
    for (const row of changing) {
      expect((await client.send(row.method, pathOf(row, scene.params), '{', bad)).status).toBe(401);
    }
  });

  it('[D-32] with its token: 404 for what does not exist', async () => {
    const client = new Client(app.url, PLATFORM_TOKEN, '');
    const rows = ROWS.filter(({ path, method }) => path.includes(':') && method !== 'PUT');
    const bodies: Record<string, object> = {
      'platform.user.create': { username: 'somebody', email: 'a@example.com' },
      'platform.token.create': { kind: 'personal', scopes: '*' },
    };
    for (const row of rows) {
      const body = row.method === 'POST' ? bodies[row.name] : undefined;
      const { status } = await client.send(row.method, pathOf(row, MISSING), body);
      expect([row.name, status]).toEqual([row.name, 404]);
    }
  });
});

describe('without PLATFORM_TOKEN', () => {
  it('[D-32] every path is 404, with the headers of an unknown path', async () => {
    const without = await startApp({ PLATFORM_TOKEN: '' });
    try {
      const client = new Client(without.url, PLATFORM_TOKEN, '');
      const nowhere = seen(await client.get('/platform/v1/nowhere'));
      expect(nowhere).toMatchObject({ status: 404, body: NOT_FOUND });
      for (const row of ROWS) {
        for (const method of [row.method, 'PATCH', 'OPTIONS']) {
          const body = method === 'GET' || method === 'OPTIONS' ? undefined : {};
          expect(seen(await client.send(method, pathOf(row, scene.params), body))).toEqual(nowhere);
        }
      }
    } finally {
      await without.close();
    }
  });
});
