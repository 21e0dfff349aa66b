import pg from 'pg';
import { EventCountsService } from '../../../src/events/event-counts.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { platform, type Client } from '../../support/client.js';
import { countToTheEnd } from '../../support/event-counts.js';
import { done, makeAccount, makeRestricted, makeVpc } from '../../support/makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const count = () => app.app.get(EventCountsService).countAll();

const resultsOf = async (client: Client) => done(await client.get('/account/events?page_size=1')).results;
const countedOf = async ({ id }: { id: number }) =>
  (await query(app, 'SELECT events FROM event_counts WHERE account_id = $1', [id]))[0]?.events;

describe('[D-225] the number of events is counted ahead of the list', () => {
  it('the list shows the same number before, while and after events are counted', async () => {
    const account = await makeAccount(app);
    await makeVpc(account.client, { subnets: 2 });
    expect(await resultsOf(account.client)).toBe(3);
    await countToTheEnd(app);
    expect(await countedOf(account)).toBe(3);
    expect(await resultsOf(account.client)).toBe(3);
    await makeVpc(account.client);
    expect(await resultsOf(account.client)).toBe(4);
    await countToTheEnd(app);
    expect(await countedOf(account)).toBe(4);
    expect(await resultsOf(account.client)).toBe(4);
  });

  it('the first event of a new database is counted, also when two replicas looked for events before it', async () => {
    const fresh = await startApp();
    const replica = await startApp({}, fresh);
    try {
      for (const { app } of [fresh, replica, fresh]) await app.get(EventCountsService).countAll();
      const account = await makeAccount(fresh);
      await makeVpc(account.client);
      expect(await resultsOf(account.client)).toBe(1);
      await countToTheEnd(fresh);
      expect(await resultsOf(account.client)).toBe(1);
    } finally {
      await replica.close();
      await fresh.close();
    }
  });

  it('events of a backup are counted on a server with lower transaction numbers', async () => {
    const account = await makeAccount(app);
    await makeVpc(account.client);
    await query(
      app,
      `UPDATE event_count_marks SET candidate_id = (SELECT max(id) FROM events), candidate_xmax = 9000000000000000000`,
    );
    await count();
    expect(await countedOf(account)).toBe(1);
  });

  it('an event that commits after events with higher ids were listed is counted once', async () => {
    const account = await makeAccount(app);
    const late = new pg.Client(app.databaseUrl);
    await late.connect();
    try {
      await late.query('BEGIN');
      await late.query(
        `INSERT INTO events (account_id, action, created, entity_type, entity_label, entity_url, status, percent_complete)
         VALUES ($1, 'vpc_update', now(), 'vpc', 'late', '/v4/vpcs/1', 'notification', 100)`,
        [account.id],
      );
      await makeVpc(account.client);
      for (let run = 0; run < 2; run++) await count();
      expect(await resultsOf(account.client)).toBe(1);
      await late.query('COMMIT');
    } finally {
      await late.end();
    }
    expect(await resultsOf(account.client)).toBe(2);
    await countToTheEnd(app);
    expect(await resultsOf(account.client)).toBe(2);
    expect(await countedOf(account)).toBe(2);
  });

  it('deleted events are taken off, counted or not', async () => {
    const account = await makeAccount(app);
    await makeVpc(account.client, { subnets: 1 });
    await countToTheEnd(app);
    await query(app, `UPDATE events SET created = '2000-01-01' WHERE account_id = $1`, [account.id]);
    await makeVpc(account.client);
    const tidied = await query(app, `SELECT tidy_partitions('events', '2001-01-01', 500) AS rows`);
    expect(tidied).toEqual([{ rows: 2 }]);
    expect(await countedOf(account)).toBe(0);
    expect(await resultsOf(account.client)).toBe(1);
    await query(app, 'DELETE FROM events WHERE account_id = $1', [account.id]);
    expect(await resultsOf(account.client)).toBe(0);
    await countToTheEnd(app);
    expect(await resultsOf(account.client)).toBe(0);
  });

  it('an account is deleted with its counted events', async () => {
    const account = await makeAccount(app);
    const { id } = await makeVpc(account.client);
    done(await account.client.delete(`/vpcs/${id}`));
    await countToTheEnd(app);
    done(await platform(app).delete(`/accounts/${account.id}`));
    expect(await countedOf(account)).toBeUndefined();
  });

  it('a restricted user gets the number of events that they see, page by page', async () => {
    const account = await makeAccount(app);
    const granted = await makeVpc(account.client, { subnets: 3 });
    await makeVpc(account.client, { subnets: 3 });
    const grants = { vpc: [{ id: granted.id, permissions: 'read_write' }] };
    const { client } = await makeRestricted(app, account, grants);
    done(await client.put(`/vpcs/${granted.id}`, { label: 'by the user, on what they are granted' }));
    await countToTheEnd(app);
    const ids: number[] = [];
    for (let page = 1; page <= 3; page++) {
      const { data, results, pages } = done(await client.get(`/account/events?page_size=2&page=${page}`));
      expect([results, pages]).toEqual([5, 3]);
      ids.push(...data.map((event: { id: number }) => event.id));
    }
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
    expect(ids).toHaveLength(5);
    const past = done(await client.get('/account/events?page=9'));
    expect(past).toMatchObject({ data: [], results: 5 });
  });
});
