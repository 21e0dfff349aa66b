import { startApp, type TestApp } from '../support/app.js';
import { refusal, type Client } from '../support/client.js';
import { makeDomain, nextDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { canonicalZone } from './canonical-zone.js';
import type { Program } from './program.js';
import { startKnot, startPowerDns } from './programs.js';
import { secondarySettings } from './secondaries.js';
import { until } from './until.js';

let app: TestApp;
let powerdns: Program;
let client: Client;
beforeAll(async () => {
  app = await startApp(secondarySettings(['127.0.0.89']));
  powerdns = await startPowerDns('127.0.0.51', app.databaseUrl);
  ({ client } = await makeAccount(app));
});
afterAll(async () => {
  await powerdns?.stop();
  await app.close();
});

const SRV = { service: 'sip', protocol: 'tcp', priority: 10, weight: 60, port: 5060 };
const LONG = '0123456789'.repeat(30);

describe('the next query answers with what the API has acknowledged', () => {
  it.each([
    ['A', '', '203.0.113.10', {}, '', ['203.0.113.10']],
    ['AAAA', 'www', '2001:DB8::10', {}, 'www', ['2001:db8::10']],
    ['NS', 'sub.deep', 'ns.elsewhere.example', {}, undefined, []],
    ['MX', '', 'mail', { priority: 10 }, '', ['10 mail.DOMAIN.']],
    ['MX', 'nomail', '.', {}, 'nomail', ['0 .']],
    ['CNAME', 'blog', 'pages.example.org', {}, 'blog', ['pages.example.org.']],
    ['TXT', 'quoted', 'a "b" \\ ; ü', {}, 'quoted', ['"a \\"b\\" \\\\ ; \\195\\188"']],
    ['TXT', 'long', LONG, {}, 'long', [`"${LONG.slice(0, 255)}" "${LONG.slice(255)}"`]],
    ['TXT', 'empty', '', {}, 'empty', ['""']],
    ['SRV', '', 'sip', SRV, '_sip._tcp', ['10 60 5060 sip.DOMAIN.']],
    ['PTR', '1', '@', {}, '1', ['DOMAIN.']],
    ['CAA', '', `ca.example.org; a=${LONG}`, { tag: 'issue' }, '', [`0 issue "ca.example.org; a=${LONG}"`]],
    ['A', '*.wild', '203.0.113.9', {}, 'anything.wild', ['203.0.113.9']],
    ['A', 'WWW2', '203.0.113.8', {}, 'www2', ['203.0.113.8']],
    ['A', 'bücher', '203.0.113.7', {}, 'xn--bcher-kva', ['203.0.113.7']],
  ])('%s %s %s', async (type, name, target, more, asked, expected) => {
    const { id, domain } = await makeDomain(client);
    done(await client.post(`/domains/${id}/records`, { type, name, target, ...more }));
    if (asked === undefined) {
      const [line] = await powerdns.dig('+noall', '+authority', `x.${name}.${domain}`, 'A');
      expect(line?.split(/\s+/).slice(3)).toEqual(['NS', `${target}.`]);
    } else {
      const answers = await powerdns.short(asked === '' ? domain : `${asked}.${domain}`, type);
      expect(answers).toEqual(expected.map((text) => text.replace('DOMAIN', domain)));
    }
  });

  it('after a change and after a delete of a record', async () => {
    const { id, domain } = await makeDomain(client);
    const made = done(
      await client.post(`/domains/${id}/records`, { type: 'A', name: 'a', target: '192.0.2.1' }),
    );
    await client.put(`/domains/${id}/records/${made.id}`, { target: '192.0.2.2' });
    expect(await powerdns.short(`a.${domain}`, 'A')).toEqual(['192.0.2.2']);
    await client.put(`/domains/${id}/records/${made.id}`, { name: 'b.c' });
    expect(await powerdns.status(`a.${domain}`, 'A')).toBe('NXDOMAIN');
    expect(await powerdns.short(`b.c.${domain}`, 'A')).toEqual(['192.0.2.2']);
    await client.delete(`/domains/${id}/records/${made.id}`);
    expect(await powerdns.status(`b.c.${domain}`, 'A')).toBe('NXDOMAIN');
    expect(await powerdns.status(`c.${domain}`, 'A')).toBe('NXDOMAIN');
  });

  it('[D-107] SOA and NS from the settings and the domain', async () => {
    const extra = { soa_email: 'dns.admin@example.com', refresh_sec: 300, ttl_sec: 172800 };
    const { id, domain } = await makeDomain(client, [], extra);
    const soa = done(await client.get(`/domains/${id}/zone-file`)).zone_file[3].replace('@ IN SOA ', '');
    expect(await powerdns.short(domain, 'SOA')).toEqual([soa]);
    expect(await powerdns.short(domain, 'NS')).toEqual(['ns1.example.net.', 'ns2.example.net.']);
  });

  it.each([
    ['63 octets', `${'a+'.repeat(31)}b`, `${'a\\+'.repeat(31)}b.example.com.`],
    ['64', 'a'.repeat(64), 'hostmaster.DOMAIN.'],
  ])('[D-70] the SOA of an address with a local part of %s', async (_length, local, name) => {
    const { id, domain } = await makeDomain(client, [], { soa_email: `${local}@example.com` });
    const line = done(await client.get(`/domains/${id}/zone-file`)).zone_file[3].split(' ');
    expect(line[4]).toBe(name.replace('DOMAIN', domain));
    expect(await powerdns.short(domain, 'SOA')).toEqual([
      expect.stringContaining(` ${line[4].replaceAll('\\+', '+')} `),
    ]);
  });

  it('[D-70] the SOA of a domain that is too long for a hostmaster', async () => {
    const { domain: parent } = await makeDomain(client);
    const label = `${'x'.repeat(63)}.`;
    const domain = `${label.repeat(3)}${'y'.repeat(60 - parent.length)}.${parent}`;
    const body = { domain, type: 'master', soa_email: `${'a'.repeat(64)}@example.com` };
    const { id } = done(await client.post('/domains', body));
    expect(done(await client.get(`/domains/${id}/zone-file`)).zone_file[3]).toContain(
      '@ IN SOA ns1.example.net. . ',
    );
    expect(await powerdns.short(domain, 'SOA')).toEqual([expect.stringContaining('ns1.example.net. . ')]);
  });

  it('disabled, deleted and renamed domains are refused', async () => {
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    await client.put(`/domains/${id}`, { status: 'disabled' });
    expect(await powerdns.status(domain, 'A')).toBe('REFUSED');
    await client.put(`/domains/${id}`, { status: 'active' });
    expect(await powerdns.short(domain, 'A')).toEqual(['192.0.2.1']);
    const renamed = nextDomain();
    await client.put(`/domains/${id}`, { domain: renamed });
    expect(await powerdns.status(domain, 'A')).toBe('REFUSED');
    expect(await powerdns.short(renamed, 'A')).toEqual(['192.0.2.1']);
    await client.delete(`/domains/${id}`);
    expect(await powerdns.status(renamed, 'A')).toBe('REFUSED');
  });

  it('names between a record and the apex exist, also after renaming and cloning', async () => {
    const { id } = await makeDomain(client, [['A', 'a.b.c', '192.0.2.1']]);
    const renamed = nextDomain();
    await client.put(`/domains/${id}`, { domain: renamed });
    const clone = done(await client.post(`/domains/${id}/clone`, { domain: nextDomain() }));
    for (const domain of [renamed, clone.domain]) {
      expect(await powerdns.status(`b.c.${domain}`, 'A')).toBe('NOERROR');
      expect(await powerdns.short(`c.${domain}`, 'TXT')).toEqual([]);
      expect(await powerdns.status(`c.${domain}`, 'TXT')).toBe('NOERROR');
      expect(await powerdns.status(`d.${domain}`, 'A')).toBe('NXDOMAIN');
    }
  });

  it('[D-92] [D-286] a delegated name is answered with a referral: another account can not create it', async () => {
    const parent = await makeDomain(client, [['NS', 'child', 'ns.elsewhere.example']]);
    const other = await makeAccount(app);
    const child = { domain: `child.${parent.domain}`, type: 'master', soa_email: 'a@example.com' };
    expect((await other.client.post('/domains', child)).body).toEqual(
      refusal('domain', 'Domain conflicts with a domain of another account.'),
    );
    expect(await powerdns.short(child.domain, 'A')).toEqual([]);
    expect(await powerdns.status(child.domain, 'A')).toBe('NOERROR');
  });
});

describe('zone transfers', () => {
  it('[Domain axfr_ips] are allowed without a key to the addresses in axfr_ips, and to no others', async () => {
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    expect(await powerdns.transfer(domain)).toEqual([]);
    await client.put(`/domains/${id}`, { axfr_ips: ['127.0.0.61'] });
    expect(await powerdns.transfer(domain, '127.0.0.62')).toEqual([]);
    expect(await powerdns.transfer(domain, '127.0.0.61')).toHaveLength(4);
  });

  it('[D-105] have the records of the zone file', async () => {
    const { id, domain } = await makeDomain(
      client,
      [
        ['A', 'www', '192.0.2.1', { ttl_sec: 3600 }],
        ['A', 'WWW', '192.0.2.2', { ttl_sec: 300 }],
        ['A', 'www', '192.0.2.2'],
        ['AAAA', '', '2001:db8::1'],
        ['NS', '', 'ns1.example.net', { ttl_sec: 300 }],
        ['NS', '', 'ns3.example.net', { ttl_sec: 300 }],
        ['MX', '', '@', { priority: 5 }],
        ['CNAME', 'a.b.c', 'www'],
        ['TXT', '*', LONG],
        ['TXT', 'big', 'a'.repeat(50_000)],
        ['SRV', '', '.', SRV],
        ['PTR', '0/25', 'host'],
        ['CAA', '', 'mailto:a@example.com', { tag: 'iodef' }],
      ],
      { axfr_ips: ['127.0.0.1'] },
    );
    const { zone_file: lines } = done(await client.get(`/domains/${id}/zone-file`));
    const transferred = await powerdns.transfer(domain);
    expect(await canonicalZone(domain, transferred)).toEqual(await canonicalZone(domain, lines));
  });
});

it('[D-97] a slave domain is pulled from its master, served, followed and refused when disabled', async () => {
  const domain = nextDomain();
  const zone = (serial: number, address: string) =>
    `$ORIGIN ${domain}.
@ 300 IN SOA ns.elsewhere.example. a.elsewhere.example. ${serial} 1 1 1209600 300
@ 300 IN NS ns.elsewhere.example.
www 300 IN A ${address}
a.b 300 IN A ${address}`;
  let knot = await startKnot('127.0.0.53', { [domain]: zone(1, '192.0.2.1') });
  try {
    const body = { domain, type: 'slave', master_ips: ['127.0.0.53'] };
    const { id } = done(await client.post('/domains', body));
    done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'own', target: '192.0.2.9' }));
    await until(async () => (await powerdns.short(`www.${domain}`, 'A')).join() === '192.0.2.1');
    expect(await powerdns.status(`own.${domain}`, 'A')).toBe('NXDOMAIN');
    expect(await powerdns.status(`b.${domain}`, 'A')).toBe('NOERROR');
    await knot.stop();
    knot = await startKnot('127.0.0.53', { [domain]: zone(2, '192.0.2.2') });
    await until(async () => (await powerdns.short(`www.${domain}`, 'A')).join() === '192.0.2.2');
    await client.put(`/domains/${id}`, { status: 'disabled' });
    expect(await powerdns.status(`www.${domain}`, 'A')).toBe('REFUSED');
    await client.put(`/domains/${id}`, { status: 'active', type: 'master', soa_email: 'a@example.com' });
    expect(await powerdns.short(`own.${domain}`, 'A')).toEqual(['192.0.2.9']);
    expect(await powerdns.status(`www.${domain}`, 'A')).toBe('NXDOMAIN');
  } finally {
    await knot.stop();
  }
});
