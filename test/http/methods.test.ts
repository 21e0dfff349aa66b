import pg from 'pg';
import { implementedRows, pathOf, type Row } from '../access/rows.js';
import { Scene } from '../access/scene.js';
import { each, eachInTurn, seen } from '../access/sweep.js';
import { startApp } from '../support/app.js';
import { Client, refusal } from '../support/client.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const own = await Scene.make(app, database);
afterAll(async () => {
  await database.end();
  await app.close();
});

const ROWS = implementedRows(app).filter(({ credential }) => credential === 'token' || credential === 'open');
const anonymous = new Client(app.url, undefined, '');

describe('methods', () => {
  const paths = [...new Set(ROWS.map(({ path }) => path))].map((path) => ({ name: path, path }));
  const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

  it('[D-20] that a path does not support are 405 with Allow, for any caller', async () => {
    const wrong = await eachInTurn(paths, async ({ path }) => {
      const allow = allowed(path);
      const found = [];
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
        if (allow.includes(method)) continue;
        const answer = await anonymous.send(method, pathOf({ path } as Row, own.params));
        const shown = { status: answer.status, body: answer.body, allow: answer.headers.get('allow') };
        const expected = { status: 405, body: refusal('', 'Method Not Allowed'), allow: allow.join(', ') };
        if (JSON.stringify(shown) !== JSON.stringify(expected)) found.push({ method, ...shown });
      }
      return found;
    });
    expect(wrong).toEqual(each(paths, () => []));
  });

  it('[D-03] OPTIONS needs no credential: 200, empty, Allow and CORS', async () => {
    const shown = await eachInTurn(paths, async ({ path }) => {
      const { status, body, headers } = await anonymous.send('OPTIONS', pathOf({ path } as Row, own.params));
      return {
        status,
        body,
        allow: headers.get('allow'),
        origin: headers.get('access-control-allow-origin'),
      };
    });
    expect(shown).toEqual(
      each(paths, ({ path }) => ({
        status: 200,
        body: undefined,
        allow: allowed(path).join(', '),
        origin: '*',
      })),
    );
  });

  it('[D-03] HEAD is GET without a body, refusals too', async () => {
    const client = await own.owner();
    const rows = ROWS.filter(({ method }) => method === 'GET');
    const wrong = await eachInTurn(rows, async (row) => {
      const found = [];
      for (const caller of [client, anonymous]) {
        const path = pathOf(row, own.params);
        const [get, head] = [await caller.send('GET', path), await caller.send('HEAD', path)];
        const [expected, shown] = [{ ...seen(get), body: undefined }, seen(head)];
        if (JSON.stringify(shown) !== JSON.stringify(expected)) found.push({ expected, shown });
      }
      return found;
    });
    expect(wrong).toEqual(each(rows, () => []));
  });

  function allowed(path: string): string[] {
    const shape = (text: string) => text.replace(/[:*]\w+/g, ':');
    const methods = new Set<string>(
      ROWS.filter((row) => shape(row.path) === shape(path)).map((row) => row.method),
    );
    if (methods.has('GET')) methods.add('HEAD');
    return ORDER.filter((method) => method === 'OPTIONS' || methods.has(method));
  }
});
