import { Database } from '../../../src/database/database.js';
import { DomainsRepository } from '../../../src/domain/domains/domains.repository.js';
import { columnsOf } from '../../../src/domain/records/record-columns.rules.js';
import { RecordsRepository } from '../../../src/domain/records/records.repository.js';
import { buildRecord } from '../../../src/domain/records/record.rules.js';
import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const TEXTS = 100;
/** Of a statement: a MiB of texts and `rdata`, which escapes them, and one record more. */
const MAX_CHARACTERS = 1.5 * 1024 * 1024;

it('[D-110] an import sends its texts in short statements, so that others run between them', async () => {
  const { id: accountId, client } = await makeAccount(app);
  const { id, domain } = await makeDomain(client);
  const records = Array.from({ length: TEXTS }, (_, index) =>
    buildRecord('TXT', { target: index + 'é'.repeat(32_000) }, { domain, remoteAddress: '' }),
  );
  const lengths: number[] = [];
  await app.app.get(Database).transaction(async (tx) => {
    await app.app.get(DomainsRepository).lock(tx, accountId, id);
    const send = tx.send.bind(tx);
    tx.send = (statement, values) => {
      lengths.push(JSON.stringify(values).length);
      send(statement, values);
    };
    await app.app
      .get(RecordsRepository)
      .insertMany(tx, { id, domain, accountId }, columnsOf(records), new Date());
  });
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThan(MAX_CHARACTERS);
  const rows = await query(app, 'SELECT target FROM records WHERE domain_id = $1 ORDER BY id', [id]);
  expect(rows.map(({ target }) => parseInt(target as string, 10))).toEqual(records.map((_, index) => index));
});
