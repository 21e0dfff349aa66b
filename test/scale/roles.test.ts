import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../src/database/migrations/migrate.js';
import { run as select } from '../embedded/services.js';
import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { TestClock } from '../support/test-clock.js';
import { PostgresServer } from './postgres.js';

const TABLES = `SELECT json_object_agg(DISTINCT schemaname, tableowner) AS owners FROM pg_tables
  WHERE schemaname IN ('public', 'pdns')`;

describe('[D-223] the roles of the compose file', () => {
  let folder: string;
  let server: PostgresServer;
  let app: TestApp;

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    server = await PostgresServer.start(join(folder, 'server'));
    await migrate(server.url);
    app = await startApp({}, { databaseUrl: server.url, clock: new TestClock() });
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('a database of one role gets an owner while the service runs, and stays as it is when the script runs again', async () => {
    const { client } = await makeAccount(app);
    for (const secrets of ['with-owner', 'again']) await server.createRoles(secrets, server.ownerPassword);
    await makeVpc(client, { subnets: 1 });
    expect(await select(server.superuserUrl, TABLES)).toEqual([
      { owners: { pdns: 'cloud_account_owner', public: 'cloud_account_owner' } },
    ]);
    await migrate(server.ownerUrl, { serviceUrl: server.url });
    await makeVpc(client, { subnets: 1 });
    expect(done(await client.get('/vpcs')).results).toBe(2);
    await expect(select(server.url, 'CREATE TABLE notes (id integer)')).rejects.toThrow('permission denied');
    await expect(select(server.url, 'DROP TABLE ssh_keys')).rejects.toThrow('must be owner');
  });
});
