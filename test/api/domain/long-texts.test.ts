import { Database } from '../../../src/database/database.js';
import { DomainsRepository } from '../../../src/domain/domains/domains.repository.js';
import { RecordsRepository } from '../../../src/domain/records/records.repository.js';
import { buildRecord } from '../../../src/domain/records/record.rules.js';
import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** Together about a third of what an import may transfer. */
const TEXTS = 400;
/** They take 50 MiB in two columns, and a statement at most one and a text. */
const MIN_TURNS = 20;

it('[D-110] other requests do not wait while an import stores many long texts', async () => {
  const { id: accountId, client } = await makeAccount(app);
  const { id, domain } = await makeDomain(client);
  const records = Array.from({ length: TEXTS }, (_, index) =>
    buildRecord('TXT', { target: index + 'é'.repeat(32_000) }, { domain, remoteAddress: '' }),
  );
  let turns = 0;
  let isDone = false;
  const others = () => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await app.app.get(Database).transaction(async (tx) => {
    await app.app.get(DomainsRepository).lock(tx, accountId, id);
    await app.app.get(RecordsRepository).insertMany(tx, { id, domain, accountId }, records, new Date());
  });
  isDone = true;
  expect(turns).toBeGreaterThan(MIN_TURNS);
  const rows = await query(app, 'SELECT target FROM records WHERE domain_id = $1 ORDER BY id', [id]);
  expect(rows.map(({ target }) => parseInt(target as string, 10))).toEqual(records.map((_, index) => index));
});
