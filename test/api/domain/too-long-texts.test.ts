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
  return { drop, read: async () => done(await client.get(`/domains/${id}/records?page_size=1`)).results };
}

it('[D-230] a change is refused with a key when its answer exceeds a day’s maximum', async () => {
  // JSON has two characters for a quotation mark, and the kept answer is JSON in JSON.
  const { drop, read } = await withTexts(280, '"');
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, body } = await drop({ 'Idempotency-Key': 'long' });
    expect(status).toBe(429);
    expect(body).toEqual(refusal('Idempotency-Key', 'Too many answers are kept under Idempotency-Keys.'));
  }
  expect(await read()).toBe(280);
  done(await drop({ 'Idempotency-Key': 'short', Prefer: 'return=minimal' }));
  expect(await read()).toBe(0);
});

it('[D-240] a set whose version is too long for a text of Node.js is refused as too slow ones are', async () => {
  // JSON has six characters for each.
  const { drop, read } = await withTexts(1400, '\u0001');
  expect(await drop()).toMatchObject({
    status: 503,
    body: refusal('', 'The service is temporarily unavailable.'),
  });
  expect(await read()).toBe(1400);
});
