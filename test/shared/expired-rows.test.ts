import pg from 'pg';
import { ENDED_REQUEST_COUNTS } from '../../src/shared/limits/request-counts.sql.js';
import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
let session: pg.Client;
beforeAll(async () => {
  app = await startApp();
  session = new pg.Client(app.databaseUrl);
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await app.close();
});

const insert = (first: number, last: number, end: string) =>
  session.query(
    `INSERT INTO request_counts (subject, window_start, window_end, requests)
     SELECT int8send(n), '2020-01-01', $3, 1 FROM generate_series($1::bigint, $2::bigint) n`,
    [first, last, end],
  );
const { text } = ENDED_REQUEST_COUNTS.deletion;
const deleteTwo = () => session.query({ name: 'delete', text, values: ['2021-01-01', 2] });

describe('[D-282] a job deletes expired rows', () => {
  it('at most as many as it may, also with a plan from when the table had one row', async () => {
    await insert(0, 0, '2099-01-01');
    await session.query('ANALYZE request_counts');
    await session.query('SET plan_cache_mode = force_generic_plan');
    expect((await deleteTwo()).rowCount).toBe(0);
    await insert(1, 9, '2020-01-02');
    expect((await deleteTwo()).rowCount).toBe(2);
    expect((await deleteTwo()).rowCount).toBe(2);
  });
});
