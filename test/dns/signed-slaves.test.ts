import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { nextDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { startAnnouncing } from './announcing.js';
import { Program } from './program.js';
import { startPowerDns } from './programs.js';
import { secondarySettings, startSecondaries } from './secondaries.js';
import { until } from './until.js';
import { validation } from './validation.js';

const [PRIMARY, SECONDARY, MASTER] = ['127.0.0.131', '127.0.0.132', '127.0.0.133'];
const SETTINGS = secondarySettings([SECONDARY]);

let app: TestApp;
let stopAnnouncing: () => Promise<void>;
let primary: Program;
let secondary: Program;
let client: Client;
beforeAll(async () => {
  app = await startApp(SETTINGS);
  stopAnnouncing = startAnnouncing(app);
  primary = await startPowerDns(PRIMARY, app.databaseUrl);
  [secondary] = (await startSecondaries(SETTINGS, PRIMARY)) as [Program];
  ({ client } = await makeAccount(app));
});
afterAll(async () => {
  await Promise.all([primary, secondary].map((program) => program?.stop()));
  await stopAnnouncing();
  await app.close();
});

/** What a validating resolver must find, by name and type. `a` is an empty non-terminal; `sub` is delegated without a DS. */
const FOUND = [
  ['', 'SOA', 'fully validated'],
  ['', 'A', 'fully validated'],
  ['www.', 'A', 'fully validated'],
  ['alias.', 'A', 'fully validated'],
  ['x.wild.', 'A', 'fully validated'],
  ['', 'MX', 'negative response, fully validated'],
  ['a.', 'A', 'negative response, fully validated'],
  ['nothing.', 'A', 'negative response, fully validated'],
  ['sub.', 'DS', 'negative response, fully validated'],
] as const;

describe.each(['NSEC', 'NSEC3'])('[D-219] a slave zone that its master signs with %s', (denial) => {
  it('is secure for a validating resolver, from the primary and from a secondary', async () => {
    const domain = nextDomain();
    const master = await startSigning(domain, denial === 'NSEC3');
    try {
      const { id } = done(await client.post('/domains', { domain, type: 'slave', master_ips: [MASTER] }));
      for (const server of [primary, secondary]) {
        await until(async () => (await server.short(`www.${domain}`, 'A')).length === 1);
        const trusted = { root: domain, keys: await master.short(domain, 'DNSKEY'), folder: master.folder };
        for (const [name, type, expected] of FOUND) {
          const found = await validation(server, trusted, `${name}${domain}`, type);
          expect([server.address, name, type, found]).toEqual([server.address, name, type, expected]);
        }
      }
      done(await client.put(`/domains/${id}`, { type: 'master', soa_email: 'a@example.com' }));
      expect(await primary.short(domain, 'DNSKEY')).toEqual([]);
      expect((await primary.dig('+dnssec', domain, 'SOA')).join()).not.toContain('RRSIG');
    } finally {
      await master.stop();
    }
  });
});

/** Knot as the master of a zone that it signs. */
function startSigning(domain: string, nsec3: boolean): Promise<Program> {
  const zone = `$ORIGIN ${domain}.
@ 300 IN SOA ns.elsewhere.example. a.elsewhere.example. 1 300 300 1209600 300
@ 300 IN NS ns.elsewhere.example.
@ 300 IN A 192.0.2.1
www 300 IN A 192.0.2.2
alias 300 IN CNAME www
*.wild 300 IN A 192.0.2.3
deep.a 300 IN A 192.0.2.4
sub 300 IN NS ns.sub
ns.sub 300 IN A 192.0.2.5
`;
  const configuration = `
server:
    rundir: "FOLDER"
    listen: ${MASTER}@53
database:
    storage: "FOLDER"
acl:
  - id: all
    address: 127.0.0.0/8
    action: transfer
policy:
  - id: signed
    nsec3: ${nsec3 ? 'on' : 'off'}
    nsec3-iterations: 0
    nsec3-salt-length: 0
zone:
  - domain: ${domain}
    file: "FOLDER/zone"
    zonefile-sync: -1
    journal-content: all
    acl: all
    dnssec-signing: on
    dnssec-policy: signed
`;
  return Program.start(MASTER, { zone, 'knot.conf': configuration }, ['knotd', '-c', 'FOLDER/knot.conf']);
}
