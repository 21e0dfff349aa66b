import { randomBytes } from 'node:crypto';
import { Database } from '../../../src/database/database.js';
import type { Reader } from '../../../src/database/reader.js';
import type { Query } from '../../../src/database/statement.js';
import { VersionsRepository } from '../../../src/domain/versions/versions.repository.js';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** Reads through the database of the service, and keeps the rows of each statement. */
function observed() {
  const database = app.app.get(Database);
  const reads: { readonly statement: Query<unknown>; readonly rows: readonly unknown[] }[] = [];
  const reader: Reader = {
    rows: async (statement, values) => {
      const rows = await database.rows(statement, values);
      reads.push({ statement, rows });
      return rows;
    },
    row: async (statement, values) => (await reader.rows(statement, values))[0],
    repository: (entity) => database.repository(entity),
  };
  return { reader, reads };
}

const versionsIn = ({ rows }: { readonly rows: readonly unknown[] }) => [
  ...new Set((rows as { version: number }[]).map(({ version }) => version)),
];

async function versionsOf(client: Client, account: number, id: number) {
  const { version: newest } = done(await client.get(`/domains/${id}/versions`)).data[0];
  const { reader, reads } = observed();
  const read: number[] = [];
  const versions = app.app.get(VersionsRepository);
  const domain = { id, accountId: account };
  for await (const { version } of versions.between(domain, { oldest: 1, newest }, reader)) read.push(version);
  expect(read).toEqual(Array.from({ length: newest }, (_, index) => newest - index));
  return reads;
}

/** A text that PostgreSQL can't compress much. */
const noise = () => randomBytes(16_000).toString('base64');

describe('[D-241] versions are read in parts, on connections for slow reads', () => {
  it('by their size: a large version comes alone', async () => {
    const { id: account, client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    for (let version = 0; version < 3; version++) {
      const changes = Array.from({ length: 40 }, () => ({
        create: { type: 'TXT', name: `v${version}`, target: noise() },
      }));
      done(await client.post(`/domains/${id}/changes`, { changes }, { Prefer: 'return=minimal' }));
    }
    const reads = await versionsOf(client, account, id);
    expect(reads.map(versionsIn)).toEqual([[4], [3], [2], [1]]);
    // A named statement would run on the connections that every request uses.
    expect(reads.map(({ statement }) => statement.name)).toEqual(reads.map(() => undefined));
  });

  it('and by their number, where they are small', async () => {
    const { id: account, client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    for (let index = 0; index < 40; index++)
      done(
        await client.post(`/domains/${id}/records`, { type: 'A', name: `h${index}`, target: '192.0.2.1' }),
      );
    const reads = await versionsOf(client, account, id);
    expect(reads.map((read) => versionsIn(read).length)).toEqual([41]);
  });
});
