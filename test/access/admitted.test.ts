import pg from 'pg';
import { startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { implementedRows, type Row } from './rows.js';
import { Scene } from './scene.js';
import { ask as send, each, eachInTurn, statuses } from './sweep.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const own = await Scene.make(app, database);
afterAll(async () => {
  await database.end();
  await app.close();
});

const ROWS = implementedRows(app).filter(({ credential }) => credential === 'token' || credential === 'open');
const ADMIN_ROWS = ROWS.filter(({ admin }) => admin);
const GRANTED_ROWS = ROWS.filter(({ grant, add }) => grant && !add);
const ADDING_ROWS = ROWS.filter(({ add }) => add);
const EVENT_ROWS = ROWS.filter(({ path }) => path.includes(':eventId'));

/** The required scopes; if none is required, those that show private images (D-117). */
const scopesFor = ({ scopes }: Row) => scopes.join(' ') || 'images:read_only';

const ask = (client: Client, row: Row, params = own.params) => send(client, row, params);

/** The requests that each kind of caller may send. `decided-first.test.ts` has the refused ones. */
describe('the guards admit a request', () => {
  it('[Authentication rule 2] [D-42] [D-45] of an unrestricted user with the needed scopes', async () => {
    const isAdmitted = async (row: Row) => {
      const scene = await Scene.make(app, database);
      const answer = await ask(await scene.owner({ scopes: scopesFor(row) }), row, scene.params);
      return [200, 204, 400].includes(answer.status) || answer;
    };
    expect(await eachInTurn(ROWS, isAdmitted)).toEqual(each(ROWS, () => true));
  });

  it('[D-44] of a user with account access read_only: to read, and to change nothing', async () => {
    const client = await own.restricted({ accountAccess: 'read_only' });
    const isIn = async (row: Row) => (await ask(client, row)).status !== 403;
    expect(await eachInTurn(ADMIN_ROWS, isIn)).toEqual(each(ADMIN_ROWS, ({ method }) => method === 'GET'));
  });

  it('[Authentication rule 4] [D-45] of a read_only grant: to read', async () => {
    const client = await own.restricted({ grants: 'read_only' });
    expect(await statuses(GRANTED_ROWS, (row) => ask(client, row))).toEqual(
      each(GRANTED_ROWS, ({ method }) => (method === 'GET' ? 200 : 403)),
    );
  });

  it('[Authentication rule 4] [D-45] of a read_write grant', async () => {
    const isAdmitted = async (row: Row) => {
      const scene = await Scene.make(app, database);
      const answer = await ask(await scene.restricted({ grants: 'read_write' }), row, scene.params);
      return [200, 400].includes(answer.status) || answer;
    };
    expect(await eachInTurn(GRANTED_ROWS, isAdmitted)).toEqual(each(GRANTED_ROWS, () => true));
  });

  it('[D-47] of the add_* grant', async () => {
    const isAdmitted = async (row: Row) => {
      const client = await own.restricted({ grants: 'read_only', globalGrants: [row.add!] });
      return (await ask(client, row)).status;
    };
    // The handler of a change refuses an empty body.
    const hasBody = ({ name }: Row) =>
      name === 'domain.claim.create' || !/^domain\.(claim|deleted)\./.test(name);
    expect(await eachInTurn(ADDING_ROWS, isAdmitted)).toEqual(
      each(ADDING_ROWS, (row) => (hasBody(row) ? 400 : 200)),
    );
  });

  it('[D-136] of a caller who may see the entity of an event', async () => {
    const client = await own.restricted({ grants: 'read_only' });
    expect(await statuses(EVENT_ROWS, (row) => ask(client, row))).toEqual(each(EVENT_ROWS, () => 200));
  });
});
