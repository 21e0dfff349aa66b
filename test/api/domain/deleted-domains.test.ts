import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/shared/package-root.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount, makeRestricted } from '../../support/makers.js';
import { query } from '../../support/sql.js';
import { Jobs } from '../../../src/schedule/jobs.js';

const DAY_SECONDS = 86_400;

let app: TestApp;
beforeAll(async () => (app = await startApp({ MAX_DOMAINS_PER_ACCOUNT: '2' })));
afterAll(() => app.close());

const later = (seconds: number) =>
  new Date(app.clock.milliseconds() + seconds * 1000).toISOString().slice(0, 19);

describe('[D-241] deleted domains', () => {
  it('are restored with id, records, settings, versions and the next serial', async () => {
    const { client } = await makeAccount(app);
    const made = await makeDomain(
      client,
      [
        ['NS', 'below', 'ns.example.net'],
        ['DS', 'below', `1 13 2 ${'A'.repeat(64)}`],
        ['A', 'a.b.www', '192.0.2.1'],
      ],
      { ttl_sec: 300, tags: ['x'], axfr_ips: ['192.0.2.9'], description: 'mine' },
    );
    const path = `/domains/${made.id}`;
    const all = async () => [
      (await client.get(path)).body,
      (await client.get(`${path}/records`)).body,
      (await client.get(`${path}/zone-file`)).body.zone_file.filter((line: string) => !line.includes('SOA')),
    ];
    const serial = async () => (await client.get(`${path}/versions`)).body.data[0].serial as number;
    const [before, serialBefore] = [await all(), await serial()];
    done(await client.delete(path));
    expect((await client.get(path)).status).toBe(404);
    const listed = done(await client.get('/domains/deleted')).data;
    expect(listed).toEqual([
      { id: made.id, domain: made.domain, deleted: expect.any(String), free_after: listed[0].deleted },
    ]);
    const restored = await client.post(`/domains/deleted/${made.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { id: made.id } });
    expect(restored.headers.get('location')).toBe(`/v4${path}`);
    expect(await all()).toMatchObject([{ ...before[0], updated: expect.any(String) }, before[1], before[2]]);
    expect(await serial()).toBeGreaterThan(serialBefore);
    const versions = done(await client.get(`${path}/versions`)).data;
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1]);
    expect(versions[0].description).toBe('Restored after its delete');
    // What was before the delete can still be shown, and brought back.
    const old = done(await client.get(`${path}/versions/2/zone-file`)).zone_file;
    expect(old.filter((line: string) => line.startsWith('below'))).toHaveLength(1);
    done(await client.post(`${path}/versions/2/restore`));
    expect((await client.get(`${path}/records`)).body.results).toBe(1);
    expect((await client.get('/domains/deleted')).body.data).toEqual([]);
    expect((await client.post(`/domains/deleted/${made.id}/restore`)).status).toBe(404);
    const [event] = (await client.get('/account/events')).body.data.filter(
      ({ action }: { action: string }) => action === 'domain_create',
    );
    expect(event.message).toBe('Restored after its delete');
  });

  it('can be restored during the hold of their names, and not after it', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    app.clock.forward(2 * DAY_SECONDS);
    done(await client.delete(`/domains/${id}`));
    const [row] = done(await client.get('/domains/deleted')).data;
    expect(row.free_after).toBe(later(30 * DAY_SECONDS));
    app.clock.forward(30 * DAY_SECONDS + 1);
    expect(done(await client.get('/domains/deleted')).data).toEqual([]);
    expect((await client.post(`/domains/deleted/${id}/restore`)).status).toBe(404);
    const job = app.app
      .get(Jobs)
      .all()
      .find(({ name }) => name === 'domain.deleted.tidy');
    await job!.run();
    app.clock.forward(-31 * DAY_SECONDS);
    expect(done(await client.get('/domains/deleted')).data).toEqual([]);
  });

  it('show the end of a longer hold of the name that an earlier domain of the account left [D-203]', async () => {
    const [{ client }, stranger] = [await makeAccount(app), await makeAccount(app)];
    const first = await makeDomain(client);
    app.clock.forward(2 * DAY_SECONDS);
    done(await client.delete(`/domains/${first.id}`));
    const end = later(30 * DAY_SECONDS);
    app.clock.forward(DAY_SECONDS / 2);
    const name = { domain: first.domain, type: 'master', soa_email: 'admin@example.com' };
    const second = done(await client.post('/domains', name));
    done(await client.delete(`/domains/${second.id}`));
    const refused = await stranger.client.post('/domains', name);
    expect(refused.body).toEqual(refusal('domain', 'Domain is not available.'));
    const { data } = done(await client.get('/domains/deleted'));
    expect(data.map((row: { free_after: string }) => row.free_after)).toEqual([end, end]);
  });

  it('are restored also when an earlier release deleted them: a new column must not need a value', async () => {
    const { client, id: account } = await makeAccount(app);
    // All columns of release 1.1.0.
    const file = join(packageRoot, 'test/fixtures/deleted-domain-1.1.0.json');
    const { stored, records } = JSON.parse(readFileSync(file, 'utf8'));
    const { id, domain } = stored;
    await query(
      app,
      `INSERT INTO deleted_domains (account_id, id, domain, named, deleted, zone_version, stored, records)
       VALUES ($1, $2, $3, now(), now(), 7, $4, $5)`,
      [account, id, domain, JSON.stringify({ ...stored, account_id: account }), JSON.stringify(records)],
    );
    expect(done(await client.post(`/domains/deleted/${id}/restore`))).toMatchObject({
      id,
      domain,
      tags: ['x'],
    });
    const { data } = done(await client.get(`/domains/${id}/records`));
    expect(data).toMatchObject([{ id: 900_001, name: 'www', target: '192.0.2.1' }]);
    done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'b', target: '192.0.2.2' }));
  });

  it('are restored only if the account may have the name and another domain', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client);
    done(await client.delete(`/domains/${id}`));
    const other = done(
      await client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' }),
    );
    const restore = () => client.post(`/domains/deleted/${id}/restore`);
    expect((await restore()).body).toEqual(refusal('domain', 'Domain already exists.'));
    done(await client.delete(`/domains/${other.id}`));
    await makeDomain(client);
    await makeDomain(client);
    expect((await restore()).body).toEqual(refusal('', 'You have reached the maximum of 2 domains.'));
  });

  it('are restored by users who may create domains, and may then write them; other accounts know none', async () => {
    const account = await makeAccount(app);
    const { id } = await makeDomain(account.client);
    const stranger = await makeAccount(app);
    const reader = await makeRestricted(app, account, {});
    const maker = await makeRestricted(app, account, { global: { add_domains: true } });
    done(await account.client.delete(`/domains/${id}`));
    expect((await stranger.client.post(`/domains/deleted/${id}/restore`)).status).toBe(404);
    expect((await stranger.client.get('/domains/deleted')).body.data).toEqual([]);
    expect((await reader.client.get('/domains/deleted')).status).toBe(403);
    expect((await reader.client.post(`/domains/deleted/${id}/restore`)).status).toBe(403);
    done(await maker.client.post(`/domains/deleted/${id}/restore`));
    expect((await maker.client.put(`/domains/${id}`, { description: 'mine' })).status).toBe(200);
  });
});
