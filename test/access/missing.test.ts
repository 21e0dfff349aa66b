import pg from 'pg';
import { startApp } from '../support/app.js';
import { implementedRows, namesSomething, type Row } from './rows.js';
import { MISSING, Scene } from './scene.js';
import { ask, each, eachInTurn, seen } from './sweep.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const own = await Scene.make(app, database);
const foreign = await Scene.make(app, database);
afterAll(async () => {
  await database.end();
  await app.close();
});

const ROWS = implementedRows(app).filter(({ credential }) => credential === 'token' || credential === 'open');

it('[D-32] an entity of another account or under another parent is 404, with the headers of a missing one', async () => {
  const client = await own.owner();
  const rows = ROWS.filter((row) => namesSomething(row) && !row.path.includes(':regionId'));
  const different = await eachInTurn(rows, async (row) => {
    const missing = JSON.stringify(seen(await ask(client, row, MISSING)));
    const others = [];
    for (const params of [foreign.params, ...underForeignParent(row)]) {
      others.push(JSON.stringify(seen(await ask(client, row, params))));
    }
    return others.filter((other) => other !== missing);
  });
  expect(different).toEqual(each(rows, () => []));
});

it('[D-08] an invalid id is 404, as a missing one is', async () => {
  const client = await own.owner();
  const rows = ROWS.filter(({ path }) => /:\w+Id/.test(path) && !/:(region|client)Id/.test(path));
  const ids = ['0', '01', '+1', '-1', '1.0', '1e3', 'abc', '9007199254740992', '1%20', '%31x'];
  const wrong = await eachInTurn(rows, async (row) => {
    const found = [];
    for (const id of ids) {
      const params = Object.fromEntries(Object.keys(own.params).map((name) => [name, id]));
      const { status, body } = await ask(client, row, params);
      if (status !== 404 || body.errors[0].reason !== 'Not found') found.push({ id, status, body });
    }
    return found;
  });
  expect(wrong).toEqual(each(rows, () => []));
});

/** The caller's parent with another account's child, and the reverse. */
function underForeignParent({ path }: Row) {
  const [parent, child] = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  if (!parent || !child) return [];
  const underForeign = { ...own.params, [parent]: foreign.params[parent]! };
  // Each domain has versions from 1 on, so another account's number is also one of the caller's.
  if (child === 'version') return [underForeign];
  return [{ ...own.params, [child]: foreign.params[child]! }, underForeign];
}
