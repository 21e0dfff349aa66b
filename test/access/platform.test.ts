import pg from 'pg';
import { PLATFORM_TOKEN, startApp } from '../support/app.js';
import { Client, refusal, type Answer } from '../support/client.js';
import { implementedRows, pathOf, type Row } from './rows.js';
import { MISSING, Scene } from './scene.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const scene = await Scene.make(app, database);
const ROWS = implementedRows(app).filter(({ credential }) => credential === 'platform');
afterAll(async () => {
  await database.end();
  await app.close();
});

const INVALID_TOKEN = refusal('', 'Invalid Token');
const NOT_FOUND = refusal('', 'Not found');

describe('the Platform API', () => {
  it.each([
    ['no credential', undefined],
    ['a wrong token', PLATFORM_TOKEN.replace('p', 'q')],
    ['a longer token', `${PLATFORM_TOKEN}0`],
    ['a shorter token', PLATFORM_TOKEN.slice(0, -1)],
  ])('[D-29] with %s: 401', async (_, token) => {
    const client = new Client(app.url, token, '');
    expect(await answers(ROWS, client)).toEqual(each(ROWS, { status: 401, body: INVALID_TOKEN }));
  });

  it("[D-39] with a customer's token, of whatever scope: 401", async () => {
    expect(await answers(ROWS, await scene.owner())).toEqual(
      each(ROWS, { status: 401, body: INVALID_TOKEN }),
    );
  });

  it('[D-20] decides on the credential before anything of the body', async () => {
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
  it('[D-32] every path of it is as if it did not exist, to the last header', async () => {
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

async function answers(rows: readonly Row[], client: Client) {
  const found: Record<string, unknown> = {};
  for (const row of rows) {
    const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : {};
    const answer = await client.send(row.method, pathOf(row, scene.params), body);
    found[row.name] = { status: answer.status, body: answer.body };
  }
  return found;
}

function each<T>(rows: readonly Row[], of: T): Record<string, T> {
  return Object.fromEntries(rows.map(({ name }) => [name, of]));
}

function seen({ status, body, headers }: Answer) {
  const kept = [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name),
  );
  return { status, body: body as unknown, headers: Object.fromEntries(kept) };
}
