import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/shared/package-root.js';
import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { sendZoneText } from '../../support/zone-text.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

type Shown = readonly [type: string, name: string, target: string, ttl: number, more?: object];

/** What other providers export, as their exports look, and what is stored of it. DOMAIN is the domain. */
const EXPORTS: Readonly<Record<string, { stored: readonly Shown[]; skipped: readonly [number, string][] }>> =
  {
    'bind.zone': {
      stored: [
        ['A', '', '192.0.2.10', 0],
        ['MX', '', 'mail.DOMAIN', 0, { priority: 10 }],
        ['MX', '', 'mail.example.net', 0, { priority: 20 }],
        ['TXT', '', 'v=spf1 mx -all', 0],
        ['A', 'ns1', '192.0.2.1', 0],
        ['A', 'mail', '192.0.2.25', 3600],
        ['AAAA', 'mail', '2001:db8::25', 3600],
        ['CNAME', 'www', 'DOMAIN', 0],
        ['TXT', 'selector._domainkey', 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A', 0],
        ['SRV', '_sip._tcp', 'sip.example.net', 0, { priority: 10, weight: 60, port: 5060 }],
        ['A', 'host.branch', '192.0.2.77', 0],
        ['NS', 'branch', 'ns.example.net', 0],
      ],
      skipped: [
        [4, 'SOA'],
        [10, 'NS'],
        [11, 'NS'],
      ],
    },
    'cloudflare.txt': {
      stored: [
        ['A', '', '192.0.2.10', 300],
        ['A', 'api', '192.0.2.11', 300],
        ['CAA', '', 'letsencrypt.org', 300, { tag: 'issue' }],
        ['CNAME', 'www', 'DOMAIN', 300],
        ['MX', '', 'mx.example.net', 300, { priority: 10 }],
        ['SRV', '_sip._tls', 'sip.example.net', 300, { priority: 100, weight: 1, port: 443 }],
        ['TXT', '_dmarc', 'v=DMARC1; p=none; rua=mailto:dmarc@example.net', 300],
        ['TXT', 'cf._domainkey', 'v=DKIM1; h=sha256; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A', 300],
      ],
      skipped: [
        [10, 'SOA'],
        [13, 'NS'],
        [14, 'NS'],
        [37, 'HTTPS'],
      ],
    },
    'route53-cli53.txt': {
      stored: [
        ['MX', '', 'mx.example.net', 300, { priority: 10 }],
        ['TXT', '', 'v=spf1 include:example.net -all', 300],
        ['A', '*.apps', '192.0.2.20', 300],
        ['A', 'www', '192.0.2.21', 300],
        ['A', 'www', '192.0.2.22', 300],
        ['SRV', '_sip._tcp', 'sip.example.net', 300, { priority: 10, weight: 60, port: 5060 }],
      ],
      skipped: [
        [2, 'SOA'],
        [3, 'NS'],
        [4, 'NS'],
        [5, 'AWS'],
      ],
    },
    'linode.txt': {
      stored: [
        ['MX', '', 'mail.DOMAIN', 0, { priority: 10 }],
        ['TXT', '', 'v=spf1 mx -all', 0],
        ['A', '', '192.0.2.10', 0],
        ['A', 'mail', '192.0.2.25', 300],
        ['AAAA', 'mail', '2001:db8::25', 0],
        ['CNAME', 'www', 'DOMAIN', 0],
        ['SRV', '_sip._tcp', 'sip.DOMAIN', 3600, { priority: 10, weight: 60, port: 5060 }],
        ['CAA', '', 'ca.example.org', 0, { tag: 'issue' }],
      ],
      skipped: [
        [3, 'SOA'],
        [4, 'NS'],
        [5, 'NS'],
      ],
    },
    'godaddy.txt': {
      stored: [
        ['A', '', '192.0.2.10', 300],
        ['TXT', '', 'v=spf1 include:secureserver.net -all', 3600],
        ['CNAME', 'www', 'DOMAIN', 3600],
        ['CNAME', '_domainconnect', '_domainconnect.gd.domaincontrol.com', 3600],
        ['SRV', '_sip._tls', 'sipdir.example.net', 3600, { priority: 100, weight: 1, port: 443 }],
        ['MX', '', 'smtp.secureserver.net', 3600, { priority: 0 }],
        ['MX', '', 'mailstore1.secureserver.net', 3600, { priority: 10 }],
      ],
      skipped: [
        [11, 'SOA'],
        [33, 'NS'],
        [34, 'NS'],
      ],
    },
  };

describe('[D-242] what other providers export', () => {
  it.each(Object.entries(EXPORTS))('%s', async (file, { stored, skipped }) => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client);
    const text = readFileSync(join(packageRoot, 'test/fixtures/zone-text', file), 'utf8');
    const query = 'mode=replace&skip=true';
    const answer = await sendZoneText(client, id, text.replaceAll('example.com', domain), query);
    expect(answer.body.skipped).toEqual(
      skipped.map(([line, what]) => ({ line, reason: expect.stringContaining(what) })),
    );
    const { data } = done(await client.get(`/domains/${id}/records?page_size=500`));
    expect(data).toEqual(
      stored.map(([type, name, target, ttl_sec, more]) =>
        expect.objectContaining({ type, name, target: target.replace('DOMAIN', domain), ttl_sec, ...more }),
      ),
    );
    const again = await sendZoneText(client, id, text.replaceAll('example.com', domain), query);
    expect(again.body).toMatchObject({ id: null, diff: [] });
  });
});
