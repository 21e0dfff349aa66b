import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { nextDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { sendZoneText } from '../support/zone-text.js';
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

/** As an administrator writes it, with most of what RFC 1035 section 5 knows. */
const zone = (domain: string) => `$TTL 1h
$ORIGIN ${domain}.
@ IN SOA ns.previous.example. dns\\.admin.previous.example. (
    7 ; serial
    3600 7200 1209600 300 )
  IN NS ns.previous.example.
  IN A 192.0.2.1
  IN A 192.0.2.2
  IN AAAA 2001:db8::1
  300 IN MX 10 mail
  IN CAA 0 issue "ca.example.org; account=1"
mail IN 300 A 192.0.2.25
WWW IN CNAME @
*.wild IN A 192.0.2.3
nomail IN MX 0 .
text IN TXT ( "one "
    "two;" "\\195\\188 \\"quoted\\" \\\\" )
_sip._tcp IN SRV 1 2 3 sip.previous.example.
$ORIGIN a.b.${domain}.
c IN AAAA 2001:db8::2
1 IN PTR host.previous.example.
sub IN NS ns.sub
ns.sub IN A 192.0.2.4
`;

/** The names and types of the text: all but what becomes ours. */
const QUESTIONS = [
  ['', 'A'],
  ['', 'AAAA'],
  ['', 'MX'],
  ['', 'CAA'],
  ['mail.', 'A'],
  ['www.', 'A'],
  ['x.wild.', 'A'],
  ['nomail.', 'MX'],
  ['text.', 'TXT'],
  ['_sip._tcp.', 'SRV'],
  ['c.a.b.', 'AAAA'],
  ['1.a.b.', 'PTR'],
] as const;

/** Programs join the strings of a text; the service splits them anew. */
function joined(text: string): string {
  return text.replaceAll('" "', '');
}

async function records(id: number) {
  return done(await client.get(`/domains/${id}/records?page_size=500`)).data as unknown[];
}

it.each([
  ['Knot', '127.0.0.76', startKnot],
  ['NSD', '127.0.0.77', startNsd],
  ['BIND', '127.0.0.1', startBind],
])(
  '[D-242] a zone moves here from %s by zone text: export, dry run, apply, the same answers',
  async (_name, address, start) => {
    const domain = nextDomain();
    const previous = await start(address, { [domain]: zone(domain) });
    try {
      const body = { domain, type: 'master', soa_email: 'admin@example.com' };
      const { id } = done(await client.post('/domains', body));
      const written = zone(domain);
      const exported = (await previous.transfer(domain)).join('\n');
      const dry = await sendZoneText(client, id, exported, 'mode=replace', { 'Dry-Run': 'true' });
      expect(dry.body).toMatchObject({ counts: { created: 15, updated: 0, deleted: 0 } });
      expect(await records(id)).toEqual([]);

      const { headers } = await client.get(`/domains/${id}/zone-file`);
      const match = { 'If-Match': headers.get('etag')! };
      const made = await sendZoneText(client, id, written, 'mode=replace', match);

      expect(made.body.counts).toEqual(dry.body.counts);
      for (const [name, type] of QUESTIONS) {
        const [theirs, ours] = [
          await previous.short(name + domain, type),
          await powerdns.short(name + domain, type),
        ];
        expect([name, type, ours]).toEqual([name, type, theirs.map(joined)]);
        expect([name, type, theirs]).not.toEqual([name, type, []]);
      }
      for (const name of ['host.sub.a.b.', 'sub.a.b.']) {
        const [theirs, ours] = await Promise.all(
          [previous, powerdns].map((server) => server.dig('+noall', '+authority', `${name}${domain}`, 'A')),
        );
        expect(ours).toEqual(theirs);
      }
      // What the previous provider transfers says the same as the text that it was made of, and as our own zone file.
      const ours = done(await client.get(`/domains/${id}/zone-file`)).zone_file.join('\n');
      for (const text of [exported, ours]) {
        expect((await sendZoneText(client, id, text)).body).toMatchObject({ id: null, diff: [] });
      }
    } finally {
      await previous.stop();
    }
  },
);

it('[D-240] [D-241] after a wide delete that was forced, restore brings back the very answers', async () => {
  const domain = nextDomain();
  const { id } = done(
    await client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' }),
  );
  const { body } = await sendZoneText(client, id, zone(domain));
  const answers = () =>
    Promise.all(
      QUESTIONS.map(async ([name, type]) =>
        (await powerdns.dig('+noall', '+answer', name + domain, type)).sort(),
      ),
    );
  const before = await answers();
  expect(before).not.toContainEqual([]);
  const changes = QUESTIONS.map(([name, type]) => ({
    replace: { type, name: type === 'SRV' ? '_sip._tcp' : name.slice(0, -1) },
    with: [],
  }));
  done(await client.post(`/domains/${id}/changes`, { changes, max_deletes: 12_000 }));
  expect(await answers()).not.toEqual(before);
  done(await client.post(`/domains/${id}/versions/${body.version}/restore`, { max_deletes: 12_000 }));
  expect(await answers()).toEqual(before);
});
