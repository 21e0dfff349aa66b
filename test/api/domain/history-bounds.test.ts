import { randomBytes } from 'node:crypto';
import { HistoryBounds } from '../../../src/domain/versions/history-bounds.service.js';
import { DeletedDomainsService } from '../../../src/domain/restores/deleted-domains.service.js';
import { Jobs } from '../../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain, makeLongDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const HISTORY_BYTES = 200_000;
const DELETED_BYTES = 300_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  Object.assign(app.app.get(HistoryBounds), { bound: { bytes: HISTORY_BYTES, timesZone: 4 } });
  Object.assign(app.app.get(DeletedDomainsService), { maxBytes: DELETED_BYTES });
});
afterAll(() => app.close());

async function runJobs(...names: string[]): Promise<void> {
  const jobs = app.app.get(Jobs).all();
  for (const name of names) await jobs.find((job) => job.name === name)!.run();
}

/** A text that PostgreSQL can't compress much. It takes about three times its length in a version: twice, once in quotes. */
const noise = (bytes: number) => randomBytes((bytes * 3) / 4).toString('base64');

/** A change that removes and adds a record of 10,000 characters, or of as many as given. */
const rewrite = (client: Client, id: number, length = 10_000) =>
  client.post(`/domains/${id}/changes`, {
    changes: [{ replace: { type: 'TXT', name: 'x' }, with: [{ target: noise(length) }] }],
  });

async function numbersOf(client: Client, id: number): Promise<number[]> {
  const { data } = done(await client.get(`/domains/${id}/versions?page_size=500`));
  return data.map(({ version }: { version: number }) => version);
}

async function storedVersions(id: number): Promise<number> {
  const [row] = await query(app, 'SELECT count(*)::integer AS n FROM zone_versions WHERE domain_id = $1', [
    id,
  ]);
  return (row as { n: number }).n;
}

async function historyOf(id: number): Promise<number> {
  const [row] = await query(
    app,
    `SELECT sum(200 + coalesce(pg_column_size(removed), 0) + coalesce(pg_column_size(added), 0))::integer AS bytes
     FROM zone_versions WHERE domain_id = $1`,
    [id],
  );
  return (row as { bytes: number }).bytes;
}

describe('[D-241] the size of a history', () => {
  it('is bounded: beyond the bound the oldest versions are deleted at any age and number', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    for (let index = 0; index < 12; index++) done(await rewrite(client, id));
    await runJobs('domain.histories');
    const kept = await numbersOf(client, id);
    const newest = 13;
    expect(kept).toEqual(kept.map((_, index) => newest - index));
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(newest);
    expect(await historyOf(id)).toBeLessThanOrEqual(HISTORY_BYTES);
    const oldest = kept.at(-1)!;
    expect((await client.get(`/domains/${id}/versions/${oldest}/zone-file`)).status).toBe(200);
    expect((await client.get(`/domains/${id}/versions/${oldest - 1}/zone-file`)).status).toBe(404);
    expect((await client.post(`/domains/${id}/versions/${oldest}/restore`)).status).toBe(200);
  });

  it('counts single changes as well, and stays bounded from run to run', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['TXT', 'x', noise(10_000)]]);
    const [record] = done(await client.get(`/domains/${id}/records`)).data;
    for (let index = 0; index < 30; index++) {
      done(await client.put(`/domains/${id}/records/${record.id}`, { target: noise(10_000) }));
      if (index % 3 === 0) await runJobs('domain.histories');
    }
    await runJobs('domain.histories');
    expect(await historyOf(id)).toBeLessThanOrEqual(HISTORY_BYTES);
    expect((await numbersOf(client, id))[0]).toBe(32);
  });

  it('keeps the newest version, however large, and grows with the zone', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const large = Array.from({ length: 12 }, (_, index) => ({
      create: { type: 'TXT', name: `t${index}`, target: noise(20_000) },
    }));
    done(await client.post(`/domains/${id}/changes`, { changes: large }));
    done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'a', target: '192.0.2.1' }));
    await runJobs('domain.histories');
    // The zone takes some 490,000 bytes, so that four times as many are kept.
    expect(await numbersOf(client, id)).toEqual([3, 2, 1]);
    const drop = large.map(({ create: { type, name } }) => ({ replace: { type, name }, with: [] }));
    done(await client.post(`/domains/${id}/changes`, { changes: drop }));
    await runJobs('domain.histories');
    expect(await numbersOf(client, id)).toEqual([4]);
    expect((await client.get(`/domains/${id}/versions/4/zone-file`)).status).toBe(200);
  });
});

describe('[D-241] what deleted domains take', () => {
  it('is bounded for each account: the oldest can no longer be restored', async () => {
    const { client } = await makeAccount(app);
    const ids: number[] = [];
    for (let index = 0; index < 4; index++) {
      const { id } = await makeDomain(client, [['TXT', 'x', noise(20_000)]]);
      done(await rewrite(client, id, 20_000));
      done(await client.delete(`/domains/${id}`));
      ids.push(id);
    }
    await runJobs('domain.histories', 'domain.deleted', 'domain.histories.tidy');
    const listed = done(await client.get('/domains/deleted')).data.map(({ id }: { id: number }) => id);
    expect(listed).toEqual(ids.slice(-listed.length));
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.length).toBeLessThan(4);
    expect((await client.post(`/domains/deleted/${ids[0]}/restore`)).status).toBe(404);
    expect(await storedVersions(ids[0]!)).toBe(0);
    expect((await client.post(`/domains/deleted/${ids[3]}/restore`)).status).toBe(200);
    expect(await numbersOf(client, ids[3]!)).toEqual([4, 3, 2, 1]);
  });

  it('a very large domain is deleted without a copy', async () => {
    const { client } = await makeAccount(app);
    const id = await makeLongDomain(app, client, 1100, 65_000);
    expect((await client.delete(`/domains/${id}`)).status).toBe(200);
    expect(done(await client.get('/domains/deleted')).data).toEqual([]);
    expect((await client.post(`/domains/deleted/${id}/restore`)).status).toBe(404);
    await runJobs('domain.histories.tidy');
    expect(await storedVersions(id)).toBe(0);
  });
});
