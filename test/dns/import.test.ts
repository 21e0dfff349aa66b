import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { nextDomain, transferFrom } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import type { Program } from './program.js';
import { startBind, startKnot, startNsd, startPowerDns } from './programs.js';

let app: TestApp;
let powerdns: Program;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  powerdns = await startPowerDns('127.0.0.71', app.databaseUrl);
  ({ client } = await makeAccount(app));
});
afterAll(async () => {
  await powerdns?.stop();
  await app.close();
});

/** Every type that can be stored, and some that can't; TTLs that stay as they are. */
const zone = (domain: string) => `$ORIGIN ${domain}.
$TTL 3600
@ IN SOA ns.elsewhere.example. dns\\.admin.elsewhere.example. 7 3600 7200 1209600 300
@ IN NS ns.elsewhere.example.
@ IN A 192.0.2.1
@ IN A 192.0.2.2
@ IN AAAA 2001:db8::1
@ IN MX 10 mail
@ IN TXT "v=spf1 mx -all"
@ IN CAA 0 issue "ca.example.org; account=1"
WWW 300 IN CNAME @
*.wild IN A 192.0.2.3
a.b.c IN AAAA 2001:db8::2
nomail IN MX 0 .
text IN TXT "one " "two" "\\195\\188 \\"quoted\\" \\\\"
_sip._tcp IN SRV 1 2 3 sip.elsewhere.example.
_dmarc IN TXT "v=DMARC1; p=none"
sub IN NS ns.sub
ns.sub IN A 192.0.2.4
1 IN PTR host.elsewhere.example.
info IN HINFO "a" "b"
_sip._tcp.below IN SRV 1 2 3 sip`;

/** The questions for both nameservers. The NS and SOA records are not among them: they differ by design. */
const QUESTIONS = [
  ['', 'A'],
  ['', 'AAAA'],
  ['', 'MX'],
  ['', 'CAA'],
  ['www.', 'A'],
  ['x.wild.', 'A'],
  ['a.b.c.', 'AAAA'],
  ['nomail.', 'MX'],
  ['_sip._tcp.', 'SRV'],
  ['_dmarc.', 'TXT'],
  ['1.', 'PTR'],
] as const;

it.each([
  ['Knot', '127.0.0.72', startKnot],
  ['NSD', '127.0.0.73', startNsd],
  ['BIND', '127.0.0.1', startBind],
])(
  '[Domains rule 2] a domain imported from %s is served with the same answers',
  async (_name, address, start) => {
    const domain = nextDomain();
    const remote = await start(address, { [domain]: zone(domain) });
    try {
      transferFrom(app, remote.port);
      const answer = await client.post('/domains/import', { domain, remote_nameserver: address });
      const { id } = done(answer);
      expect(answer.body).toMatchObject({
        soa_email: 'dns.admin@elsewhere.example',
        refresh_sec: 3600,
        retry_sec: 7200,
        expire_sec: 1209600,
      });
      for (const [name, type] of QUESTIONS) {
        const [theirs, ours] = [
          await remote.short(name + domain, type),
          await powerdns.short(name + domain, type),
        ];
        expect([name, type, ours]).toEqual([name, type, theirs]);
        expect(ours).not.toEqual([]);
      }
      expect(await powerdns.short(`text.${domain}`, 'TXT')).toEqual([
        '"one two\\195\\188 \\"quoted\\" \\\\"',
      ]);
      expect(await powerdns.status(`b.c.${domain}`, 'A')).toBe('NOERROR');
      expect(await powerdns.status(`nothing.${domain}`, 'A')).toBe('NXDOMAIN');
      const [event] = (await client.get('/account/events?page_size=1')).body.data;
      expect(event).toMatchObject({ action: 'domain_import', entity: { id } });
      const [skipped, kept] = event.message.split('. Kept ');
      expect(skipped.replace('Skipped: ', '').split(', ').sort()).toEqual([
        `HINFO info.${domain} (type 13 is not supported)`,
        `SRV _sip._tcp.below.${domain} (the name is not _service._protocol)`,
      ]);
      expect(kept).toBe('NS records of the previous nameservers: ns.elsewhere.example');
    } finally {
      await remote.stop();
    }
  },
);

it('[Domains rule 2] a nameserver that refuses', async () => {
  const remote = await startKnot('127.0.0.75', { 'other.example': zone('other.example') });
  transferFrom(app, remote.port);
  const body = { domain: nextDomain(), remote_nameserver: '127.0.0.75' };
  expect((await client.post('/domains/import', body)).status).toBe(400);
  await remote.stop();
});
