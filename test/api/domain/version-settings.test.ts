import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** Versions: 1 empty, 2 a record, 3 another TTL, 4 another record, 5 address and SOA time, 6 the TTL as it was. */
async function makeVersions() {
  const { client } = await makeAccount(app);
  const { id, domain } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
  const first = {
    domain,
    type: 'master',
    status: 'active',
    soa_email: 'admin@example.com',
    ttl_sec: 0,
    refresh_sec: 0,
    retry_sec: 0,
    expire_sec: 0,
  };
  done(await client.put(`/domains/${id}`, { ttl_sec: 300, description: 'not served' }));
  done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'b', target: '192.0.2.2' }));
  done(await client.put(`/domains/${id}`, { soa_email: 'other@example.com', retry_sec: 300 }));
  done(await client.put(`/domains/${id}`, { ttl_sec: 0 }));
  return { client, id, first };
}

const diffOf = async (client: Client, id: number, to: number, from: number) =>
  done(await client.get(`/domains/${id}/versions/${to}/diff?from=${from}`));

describe('[D-241] what a version changes of the domain', () => {
  it('is in the difference of two versions, where they differ', async () => {
    const { client, id, first } = await makeVersions();
    const later = { ...first, soa_email: 'other@example.com', retry_sec: 300 };
    expect(await diffOf(client, id, 3, 2)).toEqual({
      from: 2,
      to: 3,
      diff: [],
      settings: { before: first, after: { ...first, ttl_sec: 300 } },
    });
    expect((await diffOf(client, id, 5, 2)).settings).toEqual({
      before: first,
      after: { ...later, ttl_sec: 300 },
    });
    expect((await diffOf(client, id, 3, 5)).settings).toEqual({
      before: { ...later, ttl_sec: 300 },
      after: { ...first, ttl_sec: 300 },
    });
    expect((await diffOf(client, id, 6, 1)).settings).toEqual({ before: first, after: later });
    expect(await diffOf(client, id, 4, 3)).not.toHaveProperty('settings');
    expect(await diffOf(client, id, 2, 0)).not.toHaveProperty('settings');
    done(await client.put(`/domains/${id}`, { soa_email: 'admin@example.com', retry_sec: 0 }));
    expect(await diffOf(client, id, 7, 1)).not.toHaveProperty('settings');
  });

  it('is in the change that made it, and in the answer to a restore', async () => {
    const { client, id, first } = await makeVersions();
    const { data } = done(await client.get(`/domains/${id}/versions`));
    const change = data.find(({ version }: { version: number }) => version === 3);
    expect(change.counts).toEqual({ created: 0, updated: 0, deleted: 0 });
    const settings = { before: first, after: { ...first, ttl_sec: 300 } };
    expect(done(await client.get(`/domains/${id}/changes/${change.id}`))).toMatchObject({
      diff: [],
      settings,
    });
    const later = { ...first, soa_email: 'other@example.com', retry_sec: 300 };
    const restored = done(await client.post(`/domains/${id}/versions/3/restore`));
    expect(restored.settings).toEqual({ before: later, after: { ...first, ttl_sec: 300 } });
    const shown = done(await client.get(`/domains/${id}/changes/${restored.id}`));
    expect([shown.diff, shown.settings]).toEqual([restored.diff, restored.settings]);
  });

  it('[D-260] sets the time of the last change when a restore changes it, and not otherwise', async () => {
    const { client, id } = await makeVersions();
    const updated = async () => done(await client.get(`/domains/${id}`)).updated;
    const before = await updated();
    app.clock.forward(60);
    done(await client.post(`/domains/${id}/versions/1/restore`));
    const restored = await updated();
    expect(restored > before).toBe(true);
    app.clock.forward(60);
    done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'c', target: '192.0.2.3' }));
    done(await client.post(`/domains/${id}/versions/7/restore`));
    expect(await updated()).toBe(restored);
  });
});
