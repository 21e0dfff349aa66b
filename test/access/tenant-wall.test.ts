import { jest } from '@jest/globals';
import pg from 'pg';
import { endpointOf, type EndpointName } from '../../src/access/endpoints.js';
import { Session } from '../../src/database/driver/session.js';
import { CHANGES, type Scene as Changing } from '../conditions/changes.js';
import { startImageApp } from '../support/images.js';
import { makeAccount } from '../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith } from '../support/registry.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { implementedRows } from './rows.js';
import { Scene } from './scene.js';
import { ask } from './sweep.js';
import { exceptionOf, EXCEPTIONS, namesTenant, tablesIn } from './tenant-wall.js';

const messages = await TextMessageReceiver.start();
const app = await startImageApp({ SMS_WEBHOOK_URL: messages.url });
const registry = await fakeRegistry(zoneWith('test', new Map()));
claimsAsk(app, registry.port);
const database = new pg.Client(app.databaseUrl);
await database.connect();
const scene = await Scene.make(app, database);
afterAll(async () => {
  await database.end();
  await app.close();
  await registry.close();
  await messages.stop();
});

const { rows: tenantTables } = await database.query<{ name: string }>(
  `SELECT DISTINCT table_name AS name FROM information_schema.columns
   WHERE table_schema = 'public' AND column_name IN ('account_id', 'user_id') UNION SELECT 'accounts'`,
);
const TENANT_TABLES = new Set(tenantTables.map(({ name }) => name));

/** The texts that the service sent during requests, each with the first endpoint that sent it. */
const sent = new Map<string, EndpointName>();
let answering: EndpointName | undefined;
const query = Session.prototype.query as unknown as (...statement: unknown[]) => unknown;
jest.spyOn(Session.prototype, 'query').mockImplementation(function (this: Session, ...statement: unknown[]) {
  const [asked] = statement as [{ text: string }];
  if (answering && !sent.has(asked.text)) sent.set(asked.text, answering);
  return query.apply(this, statement) as never;
} as never);

const READS = implementedRows(app).filter(
  ({ method, credential }) => method === 'GET' && credential !== 'platform' && credential !== 'address',
);
const CHANGED = Object.keys(CHANGES) as EndpointName[];

/** An unrestricted user, and a restricted one with a grant on every entity. */
async function readAll(): Promise<void> {
  const everything = { grants: 'read_write', accountAccess: 'read_write' } as const;
  for (const client of [await scene.owner(), await scene.restricted(everything)]) {
    for (const row of READS) {
      answering = row.name;
      expect((await ask(client, row, scene.params)).status).toBeLessThan(500);
    }
  }
}

async function changeAll(): Promise<void> {
  for (const name of CHANGED) {
    answering = undefined;
    const account = await makeAccount(app);
    const changing: Changing = { app, account, client: account.client, messages };
    const [path, body] = await CHANGES[name]!(changing);
    answering = name;
    expect((await account.client.send(endpointOf(name).method, path, body)).status).toBeLessThan(300);
  }
  answering = undefined;
}

describe('the second check of the tenant boundary', () => {
  it('[D-32] every text on a table of an account or a user names the account or the user in its condition', async () => {
    await readAll();
    await changeAll();
    const used = new Set<unknown>();
    const faults = [...sent].flatMap(([text, endpoint]) => {
      const tables = tablesIn(text).filter((table) => TENANT_TABLES.has(table));
      if (tables.length === 0 || namesTenant(text, tables)) return [];
      const exception = exceptionOf(text, tables);
      used.add(exception);
      return exception ? [] : [`${endpoint}: ${text.replace(/\s+/g, ' ')}`];
    });
    expect(faults).toEqual([]);
    expect(EXCEPTIONS.filter((exception) => !used.has(exception))).toEqual([]);
  });
});
