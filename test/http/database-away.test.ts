import { migrate } from '../../src/database/migrations/migrate.js';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres.js';
import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, refusal } from '../support/client.js';
import { makeAccount, makeVpc } from '../support/makers.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { TestClock } from '../support/test-clock.js';

let dataDir: string;
let postgres: EmbeddedPostgres;
let app: TestApp;
let client: Client;
let vpcId: number;

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url);
  app = await startApp({}, { databaseUrl: postgres.url, clock: new TestClock() });
  client = (await makeAccount(app)).client;
  vpcId = (await makeVpc(client)).id;
});
afterAll(async () => {
  await app.close();
  await postgres.stop();
  await removeTemporaryFolder(dataDir);
});

const UNAVAILABLE = { status: 503, body: refusal('', 'The service is temporarily unavailable.') };

describe('when the database stops', () => {
  const asks: [string, () => ReturnType<Client['get']>][] = [
    ['a read', () => client.get('/vpcs')],
    ['an anonymous read', () => anonymous(app).get('/regions')],
    ['a filtered read', () => client.filter('/vpcs', { label: 'net' })],
    ['a change', () => client.put(`/vpcs/${vpcId}`, { label: 'new' })],
    ['a create', () => client.post('/vpcs', { label: 'net', region: 'us-east' })],
    ['an unknown token', () => new Client(app.url, 'unknown').get('/vpcs')],
  ];

  it('[D-34] [D-175] [D-176] requests that need it are 503 with Retry-After, and succeed when it is back', async () => {
    await postgres.stop();
    for (const [, ask] of asks) {
      const answer = await ask();
      expect(answer).toMatchObject(UNAVAILABLE);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
    await stillGood();

    postgres = await startEmbeddedPostgres({ dataDir });
    for (const [name, ask] of asks) {
      const status = name === 'an unknown token' ? 401 : 200;
      expect([name, (await ask()).status]).toEqual([name, status]);
    }
    expect((await health('ready')).status).toBe(200);
  });

  it('[D-34] a connection that breaks fails one request, not the service', async () => {
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataDir });
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await client.get('/vpcs')).status),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await client.get('/vpcs')).status).toBe(200);
  });

  /** Requests without the database, and health checks. */
  async function stillGood(): Promise<void> {
    expect((await anonymous(app).get('/nothing')).status).toBe(404);
    expect((await anonymous(app).delete('/vpcs')).status).toBe(405);
    expect((await anonymous(app).get('/vpcs')).status).toBe(401);
    expect((await health('live')).status).toBe(200);
    expect((await health('ready')).status).toBe(503);
  }

  function health(which: string) {
    return new Client(app.url, undefined, '/health').get(`/${which}`);
  }
});
