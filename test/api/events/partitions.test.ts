import pg from 'pg';
import { Registry } from 'prom-client';
import { EventCountsService } from '../../../src/events/event-counts.service.js';
import { Jobs } from '../../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { countToTheEnd } from '../../support/event-counts.js';
import { done, makeAccount, makeVpc } from '../../support/makers.js';
import { query } from '../../support/sql.js';

/** Their partitions span an eighth: 50 days. The first one, which a migration makes, spans the next 30 days. */
const DAYS = 400;
const DAY = 86_400;

let app: TestApp;
beforeEach(async () => (app = await startApp({ EVENT_DAYS: `${DAYS}`, LOGIN_HISTORY_DAYS: `${DAYS}` })));
afterEach(() => app.close());

function keep(on = app, name = 'events'): Promise<unknown> {
  return on.app
    .get(Jobs)
    .all()
    .find((job) => job.name === name)!
    .run();
}

interface Part {
  readonly name: string;
  readonly lower: Date | null;
  readonly upper: Date | null;
}

async function partitions(table = 'events'): Promise<Part[]> {
  const rows = await query(app, 'SELECT * FROM partitions_of($1) ORDER BY upper', [table]);
  return rows as unknown as Part[];
}

async function names(): Promise<string[]> {
  return (await partitions()).map(({ name }) => name);
}

/** The names of the partitions that hold the account's events, oldest event first. */
async function whereEventsAre({ id }: { id: number }): Promise<unknown[]> {
  const rows = await query(
    app,
    'SELECT tableoid::regclass::text AS name FROM events WHERE account_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ name }) => name);
}

async function listed(client: Client) {
  const { data, results } = done(await client.get('/account/events'));
  expect(data).toHaveLength(results);
  return results as number;
}

/** Runs the job until nothing is left that a day has confirmed to be over age. */
async function keepForTwoDays(): Promise<void> {
  await keep();
  for (let day = 0; day < 2; day++) {
    app.clock.forward(DAY);
    await keep();
  }
}

describe('[D-226] the partitions of events and logins', () => {
  it.each(['events', 'logins'])('of %s are made ahead for two spans, once, without a gap', async (table) => {
    const name = table === 'logins' ? 'profile.logins' : table;
    expect(await keep(app, name)).toBeGreaterThan(0);
    expect(await keep(app, name)).toBe(0);
    const ranges = (await partitions(table)).filter(({ upper }) => upper);
    expect(ranges[0]!.lower).toBeNull();
    for (const [at, { lower }] of ranges.entries()) {
      if (at > 0) expect(lower).toEqual(ranges[at - 1]!.upper);
    }
    expect(ranges.at(-1)!.upper!.getTime()).toBeGreaterThan(Date.now() + 100 * DAY * 1000);
  });

  it('are made once when several replicas do it at once', async () => {
    const before = (await partitions()).length;
    const made = await Promise.all([1, 2, 3, 4].map(() => keep()));
    const now = (await partitions()).length;
    expect(made.reduce((sum: number, one) => sum + (one as number), 0)).toBe(now - before);
  });

  it('leave a gap no harm when the job has not run for long: the default takes the rows, and a metric says so', async () => {
    const account = await makeAccount(app);
    await makeVpc(account.client);
    app.clock.forward(150 * DAY);
    const { id } = await makeVpc(account.client);
    expect(await whereEventsAre(account)).toEqual(['events_first', 'events_default']);
    expect(await listed(account.client)).toBe(2);
    expect(done(await account.client.get(`/vpcs/${id}`)).id).toBe(id);
    await keep();
    expect(await app.app.get(Registry).metrics()).toContain(
      'cloud_account_rows_outside_partitions{table="events"} 1',
    );
    expect(await listed(account.client)).toBe(2);
  });

  it('take over what the default holds of their time, so that a clock that was ahead blocks no partition', async () => {
    const account = await makeAccount(app);
    app.clock.forward(50 * DAY);
    await makeVpc(account.client, { subnets: 1 });
    expect(await whereEventsAre(account)).toEqual(['events_default', 'events_default']);
    app.clock.forward(-50 * DAY);
    await keep();
    const [name] = await whereEventsAre(account);
    expect(name).toMatch(/^events_\d{8}$/);
    expect(await listed(account.client)).toBe(2);
  });

  it('go as a whole when all they hold is over age, with counts and marks, and nothing else goes', async () => {
    await keep();
    const [old, young] = [await makeAccount(app), await makeAccount(app)];
    app.clock.forward(50 * DAY);
    await makeVpc(old.client, { subnets: 2 });
    const first = done(await old.client.get('/account/events')).data[0].id;
    done(await old.client.post(`/account/events/${first}/read`));
    app.clock.forward(50 * DAY);
    await makeVpc(young.client);
    await makeVpc(old.client);
    await app.app.get(EventCountsService).countAll();
    const [dropped, kept] = [...new Set(await whereEventsAre(old))];
    const before = await names();
    app.clock.forward((DAYS - 20) * DAY);
    await keepForTwoDays();
    // One partition each turn: the first, whose rows have gone before, was the oldest.
    await keep();
    const now = await names();
    expect(before.filter((name) => !now.includes(name))).toEqual(['events_first', dropped]);
    expect(await whereEventsAre(old)).toEqual([kept]);
    expect([await listed(old.client), await listed(young.client)]).toEqual([1, 1]);
    expect(await query(app, 'SELECT FROM event_reads')).toEqual([]);
  });

  it('are counted in portions before their drop, despite concurrent deletes', async () => {
    await keep();
    const [one, other] = [await makeAccount(app), await makeAccount(app)];
    app.clock.forward(50 * DAY);
    for (const { client } of [one, other]) await makeVpc(client, { subnets: 3 });
    const first = done(await one.client.get('/account/events')).data[0].id;
    done(await one.client.post(`/account/events/${first}/read`));
    app.clock.forward(50 * DAY);
    for (const { client } of [one, other]) await makeVpc(client);
    await countToTheEnd(app);
    const [firstPart, part] = await partitions();
    await query(app, 'SELECT drop_partition($1, $2)', ['events', firstPart!.upper]);
    const count = async (most: number) =>
      (await query(app, 'SELECT count_going_events($1, $2) AS done', [part!.upper, most]))[0]!.done;
    expect([await count(3), await count(2)]).toEqual([3, 2]);
    // One that is counted, one that is not yet, and one of another partition.
    await query(
      app,
      `DELETE FROM events WHERE id IN (
      SELECT min(id) FROM events UNION ALL SELECT max(id) FROM events WHERE created < $1 UNION ALL SELECT max(id) FROM events)`,
      [part!.upper],
    );
    expect([await listed(one.client), await listed(other.client)]).toEqual([4, 3]);
    expect([await count(100), await count(100)]).toEqual([2, 0]);
    expect(await query(app, 'SELECT drop_partition($1, $2) AS done', ['events', part!.upper])).toEqual([
      { done: 1 },
    ]);
    expect([await listed(one.client), await listed(other.client)]).toEqual([1, 0]);
    expect(await query(app, 'SELECT FROM event_reads')).toEqual([]);
    expect(await query(app, 'SELECT FROM going_event_counts')).toEqual([]);
  });

  it('[D-222] stay when a clock jumps ahead and comes back, their rows too', async () => {
    await keep();
    const account = await makeAccount(app);
    await makeVpc(account.client);
    app.clock.forward(50 * DAY);
    await makeVpc(account.client);
    await keep();
    const before = await names();
    for (let jump = 0; jump < 3; jump++) {
      app.clock.forward(3000 * DAY);
      for (let look = 0; look < 3; look++) {
        await keep();
        app.clock.forward(8);
      }
      app.clock.forward(-3000 * DAY);
      await keep();
    }
    expect(await names()).toEqual(expect.arrayContaining(before));
    expect(await listed(account.client)).toBe(2);
  });

  it('that another transaction holds are left for the next run of the job', async () => {
    await keep();
    app.clock.forward(600 * DAY);
    const reader = new pg.Client(app.databaseUrl);
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM events LIMIT 0');
    await keepForTwoDays();
    expect(await names()).toContain('events_first');
    await reader.end();
    await keep();
    expect(await names()).not.toContain('events_first');
  });

  it('go while a reader holds the accounts', async () => {
    await keep();
    app.clock.forward(600 * DAY);
    const reader = new pg.Client(app.databaseUrl);
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM accounts LIMIT 0; SELECT FROM users LIMIT 0');
    await keepForTwoDays();
    expect(await names()).not.toContain('events_first');
    await reader.end();
  });
});
