import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const RECORDS = 12_000;
const CHANGES = 1000;
const LANES = 8;
const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** What a table takes on disk with its indexes, partitions and compressed values. */
async function bytesOf(table: string): Promise<number> {
  const [row] = await query(
    app,
    `SELECT sum(pg_total_relation_size(relid))::bigint AS bytes FROM pg_partition_tree($1)
     UNION ALL SELECT pg_total_relation_size($1) ORDER BY 1 DESC NULLS LAST LIMIT 1`,
    [table],
  );
  return Number((row as { bytes: number }).bytes);
}

/** Deletes, then updates, then creates; each of a record of its own, so that they can run at once. */
async function changeOne(client: Client, id: number, index: number, records: readonly { id: number }[]) {
  const path = `/domains/${id}/records`;
  const record = `${path}/${records[index]?.id}`;
  const target = `198.51.100.${index % 250}`;
  if (index < CHANGES / 3) return client.delete(record);
  if (index < (2 * CHANGES) / 3) return client.put(record, { target });
  return client.post(path, { type: 'A', name: `new-${index}`, target });
}

it(
  `[D-241] ${CHANGES} single changes of a zone of ${RECORDS} records take at most 3 times the zone`,
  async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const empty = await bytesOf('zone_versions');
    const changes = Array.from({ length: RECORDS }, (_, index) => ({
      create: { type: 'A', name: `host-${index}`, target: `192.0.2.${index % 250}` },
    }));
    done(await client.post(`/domains/${id}/changes`, { changes }, { Prefer: 'return=minimal' }));
    const zone = await bytesOf('records');
    const pages = [1, 2].map((page) => client.get(`/domains/${id}/records?page_size=500&page=${page}`));
    const records = (await Promise.all(pages)).flatMap((page) => done(page).data as { id: number }[]);
    let next = 0;
    const lane = async () => {
      while (next < CHANGES) done(await changeOne(client, id, next++, records));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const { version } = done(await client.get(`/domains/${id}/versions`)).data[0];
    expect(version).toBe(2 + CHANGES);
    expect((await bytesOf('zone_versions')) - empty).toBeLessThanOrEqual(3 * zone);
  },
  2 * MINUTE,
);
