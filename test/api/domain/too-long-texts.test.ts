import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ DATABASE_STATEMENT_TIMEOUT_SECONDS: '20' })));
afterAll(() => app.close());

/** A domain with long texts at one name, and a set of changes that deletes them. */
async function withTexts(count: number, character: string) {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  await query(
    app,
    `INSERT INTO records (account_id, domain_id, type, name, fqdn, target, ttl_sec, priority, weight, port, created, updated)
     SELECT account_id, id, 'TXT', 'a', 'a.' || domain, repeat($3, 65535), 0, 0, 0, 0, now(), now()
     FROM domains, generate_series(1, $2) WHERE id = $1`,
    [id, count, character],
  );
  await query(app, 'UPDATE domains SET record_count = $2 WHERE id = $1', [id, count]);
  const changes = [{ replace: { type: 'TXT', name: 'a' }, with: [] }];
  const drop = (headers = {}) =>
    client.post(`/domains/${id}/changes`, { changes, max_deletes: count }, headers);
  const read = async () => done(await client.get(`/domains/${id}/records?page_size=1`)).results;
  return { client, id, drop, read };
}

it('[D-230] a change is refused with a key when its answer is too large to be kept', async () => {
  // JSON has six characters for each, and the kept answer is JSON in JSON.
  const { drop, read } = await withTexts(30, '\u0001');
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, body } = await drop({ 'Idempotency-Key': 'long' });
    expect(status).toBe(429);
    expect(body).toEqual(refusal('Idempotency-Key', 'Too many answers are kept under Idempotency-Keys.'));
  }
  expect(await read()).toBe(30);
  done(await drop({ 'Idempotency-Key': 'short', Prefer: 'return=minimal' }));
  expect(await read()).toBe(0);
});

it('[D-211] a request that reads too many characters of records is refused', async () => {
  const { client, id, drop, read } = await withTexts(1100, 'x');
  const create = (name: string) => ({ create: { type: 'A', name, target: '192.0.2.1' } });
  const many = Array.from({ length: 51 }, (_, at) => create(`b${at}`));
  const refused = [
    await drop(),
    await client.post(`/domains/${id}/changes`, { changes: many }),
    await client.get(`/domains/${id}/lint`),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(503);
    expect(body).toEqual(refusal('', 'The service is temporarily unavailable.'));
  }
  expect(await read()).toBe(1100);
  done(await client.post(`/domains/${id}/changes`, { changes: [create('b')] }));
  expect(await read()).toBe(1101);
});
