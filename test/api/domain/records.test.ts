import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount, makeRestricted } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const SRV = { type: 'SRV', service: '_sip', protocol: 'tcp', target: 'sip', priority: 1, weight: 2, port: 3 };

async function serialOf(client: Client, id: number): Promise<number> {
  const { zone_file: lines } = done(await client.get(`/domains/${id}/zone-file`));
  return Number(lines[3].split(' ')[5]);
}

describe('POST /domains/{domainId}/records', () => {
  it('[Domain record] shows every field; those of other types are 0 or null', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const record = { type: 'A', name: 'www', target: '192.0.2.1', priority: 'unread' };
    const answer = await client.post(`/domains/${id}/records`, JSON.stringify(record));
    expect(answer.status).toBe(200);
    const { created } = answer.body;
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(answer.body).toEqual({
      id: answer.body.id,
      type: 'A',
      name: 'www',
      target: '192.0.2.1',
      ttl_sec: 0,
      priority: 0,
      weight: 0,
      port: 0,
      service: null,
      protocol: null,
      tag: null,
      created,
      updated: created,
    });
    expect((await client.get(`/domains/${id}/records/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('[Records] one of each type', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client);
    const bodies = [
      { type: 'A', target: '192.0.2.1', ttl_sec: 5000 },
      { type: 'AAAA', name: '@', target: '2001:DB8::1' },
      { type: 'NS', name: 'sub', target: 'ns.example.net' },
      { type: 'MX', name: domain, target: 'mail.example.net.', priority: 10 },
      { type: 'CNAME', name: `blog.${domain}.`, target: '@' },
      { type: 'TXT', name: '_dmarc', target: 'v=DMARC1; p="none"' },
      SRV,
      { type: 'PTR', name: '1', target: 'host.example.net' },
      { type: 'CAA', target: 'ca.example.org; a=b', tag: 'issue' },
    ];
    const made = [];
    for (const body of bodies) made.push(done(await client.post(`/domains/${id}/records`, body)));
    expect(made).toMatchObject([
      { name: '', target: '192.0.2.1', ttl_sec: 3600 },
      { name: '', target: '2001:DB8::1' },
      { name: 'sub', target: 'ns.example.net' },
      { name: '', target: 'mail.example.net.', priority: 10 },
      { name: 'blog', target: '@' },
      { name: '_dmarc', target: 'v=DMARC1; p="none"' },
      {
        name: '_sip._tcp',
        target: `sip.${domain}`,
        service: 'sip',
        protocol: 'tcp',
        priority: 1,
        weight: 2,
        port: 3,
      },
      { name: '1', target: 'host.example.net' },
      { name: '', target: 'ca.example.org; a=b', tag: 'issue' },
    ]);
    const events = (await client.get('/account/events?page_size=1')).body.data;
    expect(events[0]).toMatchObject({
      action: 'domain_record_create',
      entity: { id, label: domain, type: 'domain', url: `/v4/domains/${id}` },
      secondary_entity: {
        id: made[8].id,
        type: 'domain_record',
        url: `/v4/domains/${id}/records/${made[8].id}`,
      },
    });
  });

  it('[Records] [remote_addr] is the address of the caller', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const record = { type: 'A', target: '[remote_addr]' };
    expect((await client.post(`/domains/${id}/records`, record)).body.target).toBe('127.0.0.1');
    const { body } = await client.post(`/domains/${id}/records`, { ...record, type: 'AAAA' });
    expect(body).toMatchObject({ type: 'A', target: '127.0.0.1' });
  });

  it('[D-267] events say the record in words', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    const body = { type: 'TXT', name: 'www', target: 'a' };
    const made = done(await client.post(`/domains/${id}/records`, body));
    await client.put(`/domains/${id}/records/${made.id}`, { target: 'b' });
    await client.delete(`/domains/${id}/records/${made.id}`);
    const { data } = (await client.get('/account/events?page_size=25')).body;
    const messages = data.map(({ message }: { message: string | null }) => message);
    expect(messages).toEqual([null, 'TXT record www', 'TXT record www', `A record ${domain}`, null]);
  });

  it('[D-27] reports all faults at once, even without a type', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    expect((await client.post(`/domains/${id}/records`, { ttl_sec: -1 })).body.errors).toEqual([
      { field: 'type', reason: 'type is required' },
      { field: 'target', reason: 'target is required' },
      { field: 'ttl_sec', reason: 'Must be 0-2147483647' },
    ]);
    expect((await client.post(`/domains/${id}/records`, { type: 'SOA', target: 'x' })).body).toEqual(
      refusal('type', 'Must be one of A, AAAA, NS, MX, CNAME, TXT, SRV, PTR, CAA'),
    );
    const before = await serialOf(client, id);
    const wrong = { type: 'MX', name: 'a b', target: '', priority: 256 };
    expect((await client.post(`/domains/${id}/records`, wrong)).body.errors).toEqual([
      { field: 'name', reason: 'Name contains invalid characters' },
      { field: 'priority', reason: 'Must be 0-255' },
    ]);
    expect(await serialOf(client, id)).toBe(before);
  });

  it.each([
    ['CNAME beside another', ['A', 'x', '192.0.2.1'], ['CNAME', 'X', 'host']],
    ['another beside CNAME', ['CNAME', 'x', 'host'], ['TXT', 'X', 'text']],
    ['two CNAMEs', ['CNAME', 'x', 'host'], ['CNAME', 'x', 'host']],
    ['SRV beside CNAME', ['CNAME', '_sip._tcp', 'host'], ['SRV', '', 'sip']],
    ['CNAME beside SRV', ['SRV', '', 'sip'], ['CNAME', '_SIP._tcp', 'host']],
  ] as const)('[D-102] %s at one name', async (_reason, first, second) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [[...first, SRV_FIELDS]]);
    const [type, name, target] = second;
    const answer = await client.post(`/domains/${id}/records`, { type, name, target, ...SRV_FIELDS });
    expect(answer).toMatchObject({
      status: 400,
      body: refusal('name', 'Record conflict - CNAMES must be unique'),
    });
    expect((await client.get(`/domains/${id}/records`)).body.results).toBe(1);
  });

  it.each([
    ['null MX beside MX', 'mail', ''],
    ['MX beside null MX', '.', 'mail'],
    ['two null MX', '', ''],
  ])('[Records] %s', async (_reason, first, second) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['MX', 'x', first],
      ['MX', 'y', 'mail'],
    ]);
    const answer = await client.post(`/domains/${id}/records`, { type: 'MX', name: 'X', target: second });
    expect(answer.body).toEqual(
      refusal('target', 'A null MX record must be the only MX record of its name.'),
    );
  });

  it.each([
    ['A beside A', ['A', 'x', '192.0.2.1'], ['A', 'X', '192.0.2.2']],
    ['MX beside MX', ['MX', 'x', 'mail'], ['MX', 'x', 'other']],
    ['null MX beside A', ['A', 'x', '192.0.2.1'], ['MX', 'x', '']],
    ['CNAME beside another name', ['A', 'x.y', '192.0.2.1'], ['CNAME', 'y', 'host']],
  ] as const)('[D-102] %s may stand', async (_reason, first, [type, name, target]) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [first]);
    expect((await client.post(`/domains/${id}/records`, { type, name, target })).status).toBe(200);
  });

  it('[D-45] a reader may not write', async () => {
    const account = await makeAccount(app);
    const { id } = await makeDomain(account.client, [['A', '', '192.0.2.1']]);
    const { client } = await makeRestricted(app, account, { domain: [{ id, permissions: 'read_only' }] });
    const { data } = (await client.get(`/domains/${id}/records`)).body;
    expect(data).toHaveLength(1);
    expect((await client.post(`/domains/${id}/records`, SRV)).status).toBe(403);
    expect((await client.put(`/domains/${id}/records/${data[0].id}`)).status).toBe(403);
    expect((await client.delete(`/domains/${id}/records/${data[0].id}`)).status).toBe(403);
  });
});

const SRV_FIELDS = { service: 'sip', protocol: 'tcp', priority: 1, weight: 2, port: 3 };

describe('PUT /domains/{domainId}/records/{recordId}', () => {
  async function recordOf(client: Client, type: string, name: string, target: string, more: object = {}) {
    const { id } = await makeDomain(client);
    const made = done(await client.post(`/domains/${id}/records`, { type, name, target, ...more }));
    return { id, made, path: `/domains/${id}/records/${made.id}` };
  }

  it('[D-14] changes the fields of the request, and the serial', async () => {
    const { client } = await makeAccount(app);
    const { id, made, path } = await recordOf(client, 'MX', 'a', 'mail', { priority: 5, ttl_sec: 300 });
    const serial = await serialOf(client, id);
    const answer = await client.put(path, { target: 'other', type: 'A' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...made, target: 'other', updated: answer.body.updated });
    expect(await serialOf(client, id)).toBe(serial + 1);
    expect((await client.put(path, { priority: 300 })).body).toEqual(refusal('priority', 'Must be 0-255'));
  });

  it('[D-276] [D-106] without a change keeps `updated` and the serial', async () => {
    const { client } = await makeAccount(app);
    const { id, made, path } = await recordOf(client, 'A', 'a', '192.0.2.1', { ttl_sec: 300 });
    const serial = await serialOf(client, id);
    app.clock.forward(60);
    expect((await client.put(path)).body).toEqual(made);
    expect((await client.put(path, { ttl_sec: 300, name: 'a' })).status).toBe(200);
    expect(await serialOf(client, id)).toBe(serial);
  });

  it('[D-15] null clears the name and nothing else', async () => {
    const { client } = await makeAccount(app);
    const { path } = await recordOf(client, 'A', 'a', '192.0.2.1', { ttl_sec: 300 });
    const answer = await client.put(path, { name: null, target: null, ttl_sec: null });
    expect(answer.body).toMatchObject({ name: '', target: '192.0.2.1', ttl_sec: 300 });
  });

  it('[D-102] conflicts with other records, but not with itself', async () => {
    const { client } = await makeAccount(app);
    const { id, path } = await recordOf(client, 'CNAME', 'a', 'host');
    await client.post(`/domains/${id}/records`, { type: 'A', name: 'b', target: '192.0.2.1' });
    expect((await client.put(path, { target: 'other' })).status).toBe(200);
    expect((await client.put(path, { name: 'B' })).body).toEqual(
      refusal('name', 'Record conflict - CNAMES must be unique'),
    );
    expect((await client.put(path, { name: '' })).body).toEqual(refusal('name', 'name is required'));
  });

  it('[Records] an SRV record gets a new name with a new service', async () => {
    const { client } = await makeAccount(app);
    const { path } = await recordOf(client, 'SRV', '', 'sip', SRV_FIELDS);
    expect((await client.put(path, { service: '_xmpp', name: 'x' })).body).toMatchObject({
      name: '_xmpp._tcp',
      service: 'xmpp',
    });
  });

  it('[D-100] a record of a renamed domain keeps its name', async () => {
    const { client } = await makeAccount(app);
    const { id, path } = await recordOf(client, 'A', 'www.new.example', '192.0.2.1');
    done(await client.put(`/domains/${id}`, { domain: 'new.example' }));
    expect((await client.put(path, { ttl_sec: 300 })).body.name).toBe('www.new.example');
    // [D-276] Clients write back what they have read.
    expect((await client.put(path, { name: 'www.new.example' })).body.name).toBe('www.new.example');
    expect((await client.put(path, { name: 'www.new.example.' })).body.name).toBe('www');
  });

  it('[D-32] does not find a record under another domain', async () => {
    const { client } = await makeAccount(app);
    const { made } = await recordOf(client, 'A', 'a', '192.0.2.1');
    const other = await makeDomain(client);
    const path = `/domains/${other.id}/records/${made.id}`;
    expect((await client.get(path)).status).toBe(404);
    expect((await client.put(path)).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
  });
});

describe('DELETE /domains/{domainId}/records/{recordId}', () => {
  it('[Domain record] deletes the record, frees its name and raises the serial', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['CNAME', 'a', 'host']]);
    const [record] = (await client.get(`/domains/${id}/records`)).body.data;
    const serial = await serialOf(client, id);
    const path = `/domains/${id}/records/${record.id}`;
    expect(await client.delete(path)).toMatchObject({ status: 200, body: {} });
    expect((await client.delete(path)).status).toBe(404);
    expect((await client.get(`/domains/${id}/records`)).body).toEqual({
      data: [],
      page: 1,
      pages: 1,
      results: 0,
    });
    expect(await serialOf(client, id)).toBe(serial + 1);
    const again = { type: 'A', name: 'a', target: '192.0.2.1' };
    expect((await client.post(`/domains/${id}/records`, again)).status).toBe(200);
  });
});
