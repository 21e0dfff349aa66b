import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain, nextDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

async function actions(client: { get(path: string): Promise<{ body: { data: { action: string }[] } }> }) {
  return (await client.get('/account/events')).body.data.map(({ action }) => action);
}

describe('PUT /domains/{domainId}', () => {
  it('[D-14] [D-260] changes the fields of the request, and updated', async () => {
    const { client } = await makeAccount(app);
    const made = await makeDomain(client, [], { tags: ['a'], ttl_sec: 300 });
    app.clock.forward(60);
    const answer = await client.put(`/domains/${made.id}`, { description: 'x', refresh_sec: 100 });
    expect(answer.status).toBe(200);
    const updated = new Date(app.clock.milliseconds()).toISOString().slice(0, 19);
    expect(answer.body).toEqual({ ...made, description: 'x', refresh_sec: 120, updated });
    expect((await client.get(`/domains/${made.id}`)).body).toEqual(answer.body);
    expect((await actions(client))[0]).toBe('domain_update');
  });

  it('[D-95] an empty text clears the field', async () => {
    const { client } = await makeAccount(app);
    const made = await makeDomain(client, [], { description: 'x', group: 'g' });
    const answer = await client.put(`/domains/${made.id}`, { description: '', group: '' });
    expect(answer.body).toEqual({ ...made, description: '', group: '' });
  });

  it('[D-15] null clears texts, and leaves all other fields as they are', async () => {
    const { client } = await makeAccount(app);
    const filled = { description: 'x', group: 'g', axfr_ips: ['10.0.0.1'], tags: ['a'], ttl_sec: 300 };
    const made = await makeDomain(client, [], filled);
    const nulls = { description: null, group: null, axfr_ips: null, tags: null, ttl_sec: null, type: null };
    const answer = await client.put(`/domains/${made.id}`, nulls);
    expect(answer.body).toEqual({ ...made, description: '', group: '' });
    expect((await client.put(`/domains/${made.id}`, { tags: [], axfr_ips: [] })).body).toMatchObject({
      tags: [],
      axfr_ips: [],
    });
  });

  it('[D-90] rules run on the merged object', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    expect((await client.put(`/domains/${id}`, { soa_email: null })).body).toEqual(
      refusal('soa_email', 'soa_email required when type=master'),
    );
    expect((await client.put(`/domains/${id}`, { type: 'slave' })).body).toEqual(
      refusal('master_ips', 'You need at least one master DNS server IP address for this zone.'),
    );
    const slave = { type: 'slave', master_ips: ['192.0.2.1'], soa_email: null };
    expect((await client.put(`/domains/${id}`, slave)).body).toMatchObject({ type: 'slave', soa_email: '' });
    const shown = done(await client.get(`/domains/${id}`));
    expect(done(await client.put(`/domains/${id}`, shown))).toEqual(shown);
  });

  it('[D-92] renames the domain, which keeps its records', async () => {
    const { client } = await makeAccount(app);
    const made = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const other = await makeDomain(client);
    expect((await client.put(`/domains/${made.id}`, { domain: other.domain })).body).toEqual(
      refusal('domain', 'Domain already exists.'),
    );
    const domain = nextDomain();
    expect((await client.put(`/domains/${made.id}`, { domain })).body.domain).toBe(domain);
    const zone = (await client.get(`/domains/${made.id}/zone-file`)).body.zone_file;
    expect(zone[1]).toBe(`$ORIGIN ${domain}.`);
    expect(zone.at(-1)).toBe('www IN A 192.0.2.1');
    const conflict = await client.post(`/domains/${made.id}/records`, {
      type: 'CNAME',
      name: `www.${domain}`,
      target: 'x',
    });
    expect(conflict.body).toEqual(refusal('name', 'Record conflict - CNAMES must be unique'));
  });

  it('[D-91] a name under which a record would be too long is refused', async () => {
    const { client } = await makeAccount(app);
    const label = 'a'.repeat(63);
    const long = `${label}.${label}.${label}.com`;
    const named = await makeDomain(client, [['A', label, '192.0.2.1']]);
    const pointing = await makeDomain(client, [['MX', '', label]]);
    for (const { id } of [named, pointing]) {
      const answer = await client.put(`/domains/${id}`, { domain: long });
      expect(answer.body).toEqual(refusal('domain', 'Domain is not valid.'));
      expect((await client.post(`/domains/${id}/clone`, { domain: long })).body).toEqual(
        refusal('domain', 'Domain is not valid.'),
      );
    }
  });

  it('[D-101] a name of the full length suits the target `@`, which is the domain itself', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['MX', '', '@']]);
    const domain = nextDomain().padStart(253, `${'a'.repeat(49)}.`);
    done(await client.put(`/domains/${id}`, { domain }));
    expect(done(await client.get(`/domains/${id}/zone-file`)).zone_file).toContain(`@ IN MX 0 ${domain}.`);
  });

  it('[D-241] a name under which a host would be too long refuses the versions that have it', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['MX', '', 'h'.repeat(63)]]);
    const { data } = done(await client.get(`/domains/${id}/records`));
    done(await client.delete(`/domains/${id}/records/${data[0].id}`));
    const domain = nextDomain().padStart(200, `${'b'.repeat(49)}.`);
    done(await client.put(`/domains/${id}`, { domain }));
    const answer = await client.post(`/domains/${id}/versions/2/restore`);
    expect(answer).toMatchObject({ status: 400, body: refusal('domain', 'Domain is not valid.') });
    expect(done(await client.get(`/domains/${id}/records`)).results).toBe(0);
  });

  it('[D-32] a foreign domain is not found', async () => {
    const [one, other] = [await makeAccount(app), await makeAccount(app)];
    const { id } = await makeDomain(one.client);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/clone'],
      ['GET', '/zone-file'],
      ['GET', '/records'],
      ['POST', '/records'],
    ] as const) {
      const body = method === 'PUT' || method === 'POST' ? {} : undefined;
      const answer = await other.client.send(method, `/domains/${id}${path}`, body);
      expect([path, answer.status, answer.body]).toEqual([path, 404, refusal('', 'Not found')]);
    }
  });
});

describe('DELETE /domains/{domainId}', () => {
  it('[Domains rule 3] [D-135] deletes the domain and its records, with one event', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    expect(await client.delete(`/domains/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await client.get(`/domains/${id}`)).status).toBe(404);
    expect((await client.get(`/domains/${id}/records`)).status).toBe(404);
    expect((await client.delete(`/domains/${id}`)).status).toBe(404);
    expect(await actions(client)).toEqual(['domain_delete', 'domain_record_create', 'domain_create']);
  });
});
