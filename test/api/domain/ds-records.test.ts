import { startApp, type TestApp } from '../../support/app.js';
import { axfrPeer, record, serving } from '../../support/axfr-peer.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain, nextDomain, transferFrom } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const DIGEST = 'AB'.repeat(32);
const TARGET = `2371 13 2 ${DIGEST}`;
const DS = { type: 'DS', name: 'sub', target: TARGET };
const NS = { type: 'NS', name: 'sub', target: 'ns1.example.org' };
const NEEDS_NS = refusal('name', 'A DS record needs NS records of the same name.');

/** The records of a domain, each as `type name`. */
async function records(client: Client, id: number): Promise<string[]> {
  const { data, results } = done(await client.get(`/domains/${id}/records`));
  expect(results).toBe(data.length);
  return (data as { type: string; name: string }[]).map(({ type, name }) => `${type} ${name}`);
}

async function delegating(): Promise<{ client: Client; id: number; ns: number; ds: number }> {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const { id: ns } = done(await client.post(`/domains/${id}/records`, NS));
  const { id: ds } = done(await client.post(`/domains/${id}/records`, DS));
  return { client, id, ns, ds };
}

describe('[D-293] DS records', () => {
  it('stand only where NS records are, below the apex', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['NS', '', 'ns1.example.org']]);
    const create = (more: object) => client.post(`/domains/${id}/records`, { ...DS, ...more });
    expect(await create({})).toMatchObject({ status: 400, body: NEEDS_NS });
    expect(await create({ name: '@' })).toMatchObject({
      status: 400,
      body: refusal('name', 'name is not valid'),
    });
    done(await client.post(`/domains/${id}/records`, { ...NS, name: 'SUB' }));
    const made = done(await create({ ttl_sec: 3600 }));
    expect(made).toMatchObject({ type: 'DS', name: 'sub', target: TARGET, ttl_sec: 3600, tag: null });
    expect(done(await client.get(`/domains/${id}/records/${made.id}`))).toEqual(made);
    expect(done(await client.get(`/domains/${id}/zone-file`)).zone_file.slice(-2)).toEqual([
      'SUB IN NS ns1.example.org.',
      `sub 3600 IN DS ${TARGET}`,
    ]);
  });

  it('change their target, and move only to another delegation', async () => {
    const { client, id, ds } = await delegating();
    const update = (more: object) => client.put(`/domains/${id}/records/${ds}`, more);
    expect(done(await update({ target: `1 8 2 ${DIGEST}` })).target).toBe(`1 8 2 ${DIGEST}`);
    expect(done(await update({ name: 'SUB' })).name).toBe('SUB');
    expect(await update({ name: 'other' })).toMatchObject({ status: 400, body: NEEDS_NS });
    expect((await update({ target: 'abc' })).body).toEqual(refusal('target', 'target is not valid'));
    done(await client.post(`/domains/${id}/records`, { ...NS, name: 'other' }));
    done(await update({ name: 'other' }));
    expect(await records(client, id)).toEqual(['NS sub', 'DS other', 'NS other']);
  });

  it('go with the last NS record of their name', async () => {
    const { client, id, ns } = await delegating();
    const { id: second } = done(
      await client.post(`/domains/${id}/records`, { ...NS, target: 'ns2.example.org' }),
    );
    done(await client.delete(`/domains/${id}/records/${ns}`));
    expect(await records(client, id)).toEqual(['DS sub', 'NS sub']);
    done(await client.delete(`/domains/${id}/records/${second}`));
    expect(await records(client, id)).toEqual([]);
  });

  it('go when the last NS record moves away, and stay when it changes its host', async () => {
    const { client, id, ns } = await delegating();
    done(await client.put(`/domains/${id}/records/${ns}`, { target: 'ns3.example.org' }));
    expect(await records(client, id)).toEqual(['NS sub', 'DS sub']);
    done(await client.put(`/domains/${id}/records/${ns}`, { name: 'away' }));
    expect(await records(client, id)).toEqual(['NS away']);
  });

  it('[D-240] come in one set with the NS records that move to their name', async () => {
    const { client, id, ns } = await delegating();
    const changes = [{ update: ns, to: { name: 'b' } }, { create: { ...DS, name: 'b' } }];
    const { counts } = done(await client.post(`/domains/${id}/changes`, { changes }));
    expect(counts).toEqual({ created: 1, updated: 1, deleted: 1 });
    expect(await records(client, id)).toEqual(['NS b', 'DS b']);
  });

  it('[D-240] move in one set with their NS records', async () => {
    const { client, id, ns, ds } = await delegating();
    const changes = [ds, ns].map((moved) => ({ update: moved, to: { name: 'b' } }));
    const { counts } = done(await client.post(`/domains/${id}/changes`, { changes }));
    expect(counts).toEqual({ created: 0, updated: 2, deleted: 0 });
    expect(await records(client, id)).toEqual(['NS b', 'DS b']);
  });

  it('[D-241] come back with the NS record that moved away, with their ids', async () => {
    const { client, id, ns, ds } = await delegating();
    const [{ version }] = done(await client.get(`/domains/${id}/versions`)).data;
    done(await client.put(`/domains/${id}/records/${ns}`, { name: 'away' }));
    const { diff } = done(await client.post(`/domains/${id}/versions/${version}/restore`));
    expect(diff).toMatchObject([
      { action: 'update', before: { id: ns, name: 'away' }, after: { id: ns, name: 'sub' } },
      { action: 'create', after: { id: ds } },
    ]);
    expect(await records(client, id)).toEqual(['NS sub', 'DS sub']);
  });

  it('[D-237] go by a narrowed token only when it covers them, alone and in a set', async () => {
    const { client, id, ns } = await delegating();
    const narrowed = await narrow(app, client, { domains: [{ id, types: ['NS'] }] });
    const path = `/domains/${id}/records/${ns}`;
    const inSet = (change: object) => narrowed.post(`/domains/${id}/changes`, { changes: [change] });
    expect((await narrowed.delete(path)).status).toBe(403);
    expect((await inSet({ delete: ns })).status).toBe(403);
    expect((await narrowed.put(path, { name: 'away' })).status).toBe(403);
    expect((await inSet({ update: ns, to: { name: 'away' } })).status).toBe(403);
    expect((await narrowed.put(path, { target: 'ns3.example.org' })).status).toBe(200);
    expect(await records(client, id)).toEqual(['NS sub', 'DS sub']);
    done(await client.post(`/domains/${id}/records`, { ...NS, target: 'ns2.example.org' }));
    expect((await narrowed.delete(path)).status).toBe(200);
    expect(await records(client, id)).toEqual(['DS sub', 'NS sub']);
    const both = await narrow(app, client, { domains: [{ id, types: ['NS', 'DS'] }] });
    const [last] = done(await client.filter(`/domains/${id}/records`, { type: 'NS' })).data;
    expect((await both.delete(`/domains/${id}/records/${last.id}`)).status).toBe(200);
    expect(await records(client, id)).toEqual([]);
  });

  it('stay in a dry run, and in a renamed domain', async () => {
    const { client, id, ns } = await delegating();
    done(await client.delete(`/domains/${id}/records/${ns}`, { 'Dry-Run': 'true' }));
    done(await client.put(`/domains/${id}`, { domain: nextDomain() }));
    expect(await records(client, id)).toEqual(['NS sub', 'DS sub']);
  });

  it('are cloned and imported', async () => {
    const { client, id } = await delegating();
    const clone = done(await client.post(`/domains/${id}/clone`, { domain: nextDomain() }));
    expect(await records(client, clone.id)).toEqual(['NS sub', 'DS sub']);

    const domain = nextDomain();
    const data = { keyTag: 2371, algorithm: 13, digestType: 2, digest: Buffer.from(DIGEST, 'hex') };
    const hosts = Array.from({ length: 1500 }, (_, n) => record('A', `h${n}.${domain}`, '192.0.2.1'));
    const peer = await axfrPeer(
      serving([
        record('DS', `sub.${domain}`, data),
        record('DS', `lost.${domain}`, data),
        ...hosts,
        record('NS', `sub.${domain}`, 'ns1.example.org'),
      ]),
    );
    transferFrom(app, peer.port);
    const imported = done(await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }));
    await peer.close();
    const found = await client.filter(`/domains/${imported.id}/records`, { type: 'DS' });
    expect(done(found).data).toMatchObject([{ name: 'sub', target: TARGET }]);
    const events = done(await client.filter('/account/events', { action: 'domain_import' }));
    expect(events.data[0].message).toContain(`DS lost.${domain} (name: A DS record needs NS records`);
  });
});
