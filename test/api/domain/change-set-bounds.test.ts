import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const change = (client: Client, id: number, changes: unknown[], more: object = {}) =>
  client.post(`/domains/${id}/changes`, { changes, ...more });

describe('[D-240] the bounds of a set', () => {
  it('refuses to delete more than half of 20 records, or more than max_deletes', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const hosts = Array.from({ length: 20 }, (_, index) => `h${index}`);
    done(
      await change(
        client,
        id,
        hosts.map((name) => ({ create: { type: 'A', name, target: '192.0.2.1' } })),
      ),
    );
    const drop = (names: string[]) => names.map((name) => ({ replace: { type: 'A', name }, with: [] }));
    const wide = await change(client, id, drop(hosts.slice(0, 11)));
    expect(wide).toMatchObject({
      status: 400,
      body: refusal('max_deletes', 'More than 10 records would be gone.'),
    });
    // A record counts only when its set has fewer afterwards.
    const moved = hosts.map((name) => ({ replace: { type: 'A', name }, with: [{ target: '192.0.2.2' }] }));
    expect((await change(client, id, moved)).status).toBe(200);
    expect((await change(client, id, drop(hosts.slice(0, 2)), { max_deletes: 1 })).status).toBe(400);
    expect((await change(client, id, drop(hosts.slice(0, 10)))).status).toBe(200);
    expect((await change(client, id, drop(hosts))).status).toBe(200);
  });

  it('[Domains rule 1] accepts 12,000 records, and as many entries in one set', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const hosts = Array.from({ length: 12_000 }, (_, index) => ({
      create: { type: 'A', name: `h${index}`, target: '192.0.2.1' },
    }));
    expect((await change(client, id, [...hosts, hosts[0]])).status).toBe(413);
    const full = await client.post(
      `/domains/${id}/changes`,
      { changes: hosts },
      { Prefer: 'return=minimal' },
    );
    expect(full.body.counts).toEqual({ created: 12_000, updated: 0, deleted: 0 });
    const more = await change(client, id, [{ create: { type: 'A', name: 'more', target: '192.0.2.1' } }]);
    expect(more.body).toEqual(refusal('', 'You have reached the maximum of 12000 records for this domain.'));
    const swap = await change(client, id, [
      { create: { type: 'A', name: 'more', target: '192.0.2.1' } },
      { replace: { type: 'A', name: 'h0' }, with: [] },
    ]);
    expect(swap.status).toBe(200);
    expect((await client.post(`/domains/${id}/changes`, { changes: ['x'.repeat(8 << 20)] })).status).toBe(
      413,
    );
  }, 60_000);
});
