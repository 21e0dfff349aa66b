import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { lockIsAwaited } from '../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

it.each([
  ['a list', '/account/events', {}, ['event_reads', 'events']],
  ['a list with a filter', '/account/events', { 'X-Filter': '{"read": false}' }, ['event_reads', 'events']],
  ['an object', '/vpcs/ID', {}, ['vpc_subnets', 'vpcs']],
])(
  '[D-300] a read that PostgreSQL ends for a deadlock runs again: %s',
  async (_, path, headers, [last, first]) => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client, { subnets: 1 });
    const alters = new pg.Client({ connectionString: app.databaseUrl });
    await alters.connect();
    try {
      // Only the read looks for a deadlock in time, so it is the victim.
      await alters.query(`SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE ${last}`);
      const asked = client.get(path.replace('ID', id), headers);
      await lockIsAwaited(app);
      await alters.query(`LOCK TABLE ${first}; COMMIT`);
      expect(done(await asked)).toBeDefined();
    } finally {
      await alters.end();
    }
  },
);
