import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain, nextDomain } from '../../support/domains.js';
import { makeAccount, makeRestricted } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

async function actions(client: { get(path: string): Promise<{ body: { data: { action: string }[] } }> }) {
  return (await client.get('/account/events')).body.data.map(({ action }) => action);
}

describe('POST /domains/{domainId}/clone', () => {
  it('[Domains rule 4] [D-114] copies settings and records, targets as they are, active', async () => {
    const { client } = await makeAccount(app);
    const extra = {
      status: 'disabled',
      description: 'x',
      group: 'g',
      axfr_ips: ['10.0.0.1'],
      tags: ['t'],
      ttl_sec: 300,
      refresh_sec: 30,
    };
    const srv = { service: 'sip', protocol: 'tcp', priority: 1, weight: 2, port: 3 };
    const source = await makeDomain(
      client,
      [
        ['A', 'WWW', '192.0.2.1', { ttl_sec: 300 }],
        ['MX', '', 'mail'],
        ['SRV', '', 'sip', srv],
      ],
      extra,
    );
    const domain = nextDomain();
    const answer = await client.post(`/domains/${source.id}/clone`, { domain: domain.toUpperCase() });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...source, id: answer.body.id, domain, status: 'active' });
    const records = (await client.get(`/domains/${answer.body.id}/records`)).body;
    expect(records.results).toBe(3);
    expect(records.data).toMatchObject([
      { type: 'A', name: 'WWW', target: '192.0.2.1', ttl_sec: 300 },
      { type: 'MX', name: '', target: 'mail' },
      { type: 'SRV', name: '_sip._tcp', target: `sip.${source.domain}` },
    ]);
    const zone = (await client.get(`/domains/${answer.body.id}/zone-file`)).body.zone_file;
    expect(zone).toContain(`@ IN MX 0 mail.${domain}.`);
    expect((await actions(client))[0]).toBe('domain_create');
    expect((await client.get('/domains')).body.results).toBe(2);
  });

  it('[Domains rule 5] needs a name that is free', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client);
    expect((await client.post(`/domains/${id}/clone`, { domain })).body).toEqual(
      refusal('domain', 'Domain already exists.'),
    );
    expect((await client.post(`/domains/${id}/clone`)).body).toEqual(refusal('domain', 'domain is required'));
    expect((await client.get('/domains')).body.results).toBe(1);
  });

  it('[D-46] a restricted user needs add_domains, and may write the clone', async () => {
    const account = await makeAccount(app);
    const { id } = await makeDomain(account.client);
    const domain = [{ id, permissions: 'read_only' }];
    const reader = await makeRestricted(app, account, { domain });
    expect((await reader.client.post(`/domains/${id}/clone`, { domain: nextDomain() })).status).toBe(403);
    const { client } = await makeRestricted(app, account, { domain, global: { add_domains: true } });
    const clone = await client.post(`/domains/${id}/clone`, { domain: nextDomain() });
    expect((await client.delete(`/domains/${clone.body.id}`)).status).toBe(200);
  });
});
