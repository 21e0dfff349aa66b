import fc from 'fast-check';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { RANDOM_RECORD, storedOf } from '../../support/random-zones.js';
import { sendZoneText } from '../../support/zone-text.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

type Row = Record<string, unknown> & { id: number };

async function recordsOf(client: Client, id: number): Promise<Row[]> {
  return done(await client.get(`/domains/${id}/records?page_size=500`)).data;
}

/** The records without ids and times. */
async function shown(client: Client, id: number) {
  const records = await recordsOf(client, id);
  return records.map(({ type, name, target, ttl_sec }) => [type, name, target, ttl_sec]);
}

/** As a request has it: without the fields that the type does not have. */
function given({ ttlSec, ...record }: ReturnType<typeof storedOf>[number]) {
  const fields = { ...record, ttl_sec: ttlSec };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

const PROBLEM = { Accept: 'application/problem+json' };
const NOTHING = { created: 0, updated: 0, deleted: 0 };

describe('[D-242] POST /domains/{domainId}/zone-file', () => {
  it('replace changes the zone to the text; an unchanged record keeps its id', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [
      ['A', 'www', '192.0.2.1'],
      ['A', 'old', '192.0.2.1'],
      ['MX', '', 'mail', { priority: 10 }],
    ]);
    const [www, , mx] = await recordsOf(client, id);
    const text = `$TTL 1h\n@ IN SOA ns.other.test. admin ( 1 2 3 4 5 )\n IN NS ns.other.test.\n@ 86400 MX 10 mail.${domain}.\nwww 1d A 192.0.2.1\n 300 TXT "a" "b"`;
    const answer = await sendZoneText(client, id, text, 'mode=replace&description=moved');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: expect.any(Number),
        counts: { created: 1, updated: 0, deleted: 1 },
        skipped: [
          { line: 2, reason: 'the SOA record is left alone' },
          { line: 3, reason: 'NS records of the domain itself are left alone' },
        ],
      },
    });
    const records = await recordsOf(client, id);
    expect(records.map((record) => record.id)).toEqual([www!.id, mx!.id, expect.any(Number)]);
    expect(records.slice(0, 2)).toEqual([www, mx]);
    expect(records[2]).toMatchObject({ type: 'TXT', name: 'www', target: 'ab', ttl_sec: 300 });
    const { data } = done(await client.get('/account/events'));
    expect(data[0]).toMatchObject({
      action: 'domain_update',
      message: 'Records: 1 created, 0 updated, 1 deleted. moved',
    });
  });

  it('merge replaces the sets of the text alone', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['A', 'www', '192.0.2.1'],
      ['TXT', 'www', 'stays'],
      ['A', 'other', '192.0.2.1'],
    ]);
    const answer = await sendZoneText(client, id, 'www 300 A 192.0.2.2\nwww 300 A 192.0.2.3\n', 'mode=merge');
    expect(answer.body).toMatchObject({ counts: { created: 2, updated: 0, deleted: 1 }, skipped: [] });
    expect(await shown(client, id)).toEqual([
      ['TXT', 'www', 'stays', 0],
      ['A', 'other', '192.0.2.1', 0],
      ['A', 'www', '192.0.2.2', 300],
      ['A', 'www', '192.0.2.3', 300],
    ]);
  });

  it('the zone file of the service makes no difference, with any stored records', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(
      client,
      [
        ['A', 'www', '192.0.2.1', { ttl_sec: 300 }],
        ['A', 'WWW', '192.0.2.2', { ttl_sec: 3600 }],
        ['A', 'www', '192.0.2.1', { ttl_sec: 86400 }],
        ['NS', '', 'ns9.example.net'],
        ['NS', 'sub', 'ns.sub'],
        ['NS', 'sub', 'lost'],
        ['NS', 'gone', 'nowhere'],
        ['DS', 'gone', `1 13 2 ${'a'.repeat(64)}`],
        ['A', 'ns.sub', '192.0.2.3'],
        ['TXT', 'long', 'x'.repeat(65_000)],
        ['TXT', '', 'a "quoted" \\ text; with ümläuts\n'],
        ['CAA', '', 'ca.example.net; account=1', { tag: 'issue' }],
        ['SRV', '', 'host', { service: 'sip', protocol: 'tcp', priority: 1, weight: 2, port: 3 }],
        ['MX', 'none', ''],
        ['CNAME', '*.wild', '@'],
      ],
      { ttl_sec: 30 },
    );
    const before = await recordsOf(client, id);
    const file = await client.get(`/domains/${id}/zone-file`);
    const answer = await sendZoneText(client, id, file.body.zone_file.join('\n'));
    expect(answer.body).toMatchObject({ id: null, counts: NOTHING, diff: [] });
    expect(answer.body.skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
      'the SOA record is left alone',
      ...Array(3).fill('NS records of the domain itself are left alone'),
      `record ${before[3]!.id} is left alone: NS records of the domain itself are left alone`,
      expect.stringMatching(/lost\..* has no address$/),
      expect.stringMatching(/nowhere\..* has no address$/),
      expect.stringMatching(/gone has no nameserver$/),
      expect.stringMatching(/too long$/),
    ]);
    expect(answer.headers.get('etag')).toBe(file.headers.get('etag'));
    expect(await recordsOf(client, id)).toEqual(before);
  });

  it('the zone file of each of 20 random zones makes no difference', async () => {
    const { client } = await makeAccount(app);
    const drafts = fc.array(RANDOM_RECORD, { minLength: 5, maxLength: 30 });
    const isNoDifference = async (drawn: readonly { readonly type: string }[]) => {
      const { id } = await makeDomain(client, [], { ttl_sec: 120 });
      const changes = storedOf(drawn).map((record) => ({ create: given(record) }));
      done(await client.post(`/domains/${id}/changes`, { changes }));
      const file = done(await client.get(`/domains/${id}/zone-file`)).zone_file.join('\n');
      expect((await sendZoneText(client, id, file)).body).toMatchObject({ id: null, diff: [] });
    };
    await fc.assert(fc.asyncProperty(drafts, isNoDifference), { numRuns: 20, endOnFailure: true });
  });

  it('reports each record that cannot be stored with its line, and changes nothing', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const text = [
      '$INCLUDE other.zone',
      '$GENERATE 1-9 h$ A 192.0.2.$',
      'a A not-an-address',
      'b HTTPS 1 . alpn=h2',
      'c.example.net. A 192.0.2.1',
      'd TXT "open',
      'e CH TXT "x"',
      'f MX mail',
      'www CNAME x',
      'www CNAME y',
      'g DS 1 13 2 aa',
      'good A 192.0.2.9',
      'h ( A 192.0.2.9',
    ].join('\n');
    const answer = await sendZoneText(client, id, text, 'mode=wrong&max_deletes=x&skip=perhaps');
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: '', reason: 'Line 1 is not readable: $INCLUDE is not supported', line: 1 },
      { field: '', reason: 'Line 2 is not readable: $GENERATE is not supported', line: 2 },
      { field: '', reason: 'Line 3 cannot be stored: target: Invalid IPv4 or IPv6 address', line: 3 },
      { field: '', reason: 'Line 4 cannot be stored: type HTTPS is not supported', line: 4 },
      { field: '', reason: 'Line 5 cannot be stored: the name is outside the domain', line: 5 },
      { field: '', reason: 'Line 6 is not readable: a quoted string does not end on its line', line: 6 },
      { field: '', reason: 'Line 7 cannot be stored: class CH is not supported', line: 7 },
      { field: '', reason: 'Line 8 cannot be stored: the data is not that of a record of type MX', line: 8 },
      { field: '', reason: 'Line 9 cannot be stored: Record conflict - CNAMES must be unique', line: 9 },
      { field: '', reason: 'Line 10 cannot be stored: Record conflict - CNAMES must be unique', line: 10 },
      { field: '', reason: 'Line 11 cannot be stored: target: target is not valid', line: 11 },
      { field: '', reason: 'Line 13 is not readable: a parenthesis is not closed', line: 13 },
      { field: 'mode', reason: 'Must be one of merge, replace' },
      { field: 'max_deletes', reason: 'max_deletes is not valid' },
      { field: 'skip', reason: 'skip is not valid' },
    ]);
    expect(await shown(client, id)).toEqual([['A', 'www', '192.0.2.1', 0]]);
  });

  it('skip leaves out records that cannot be stored and the second of two that conflict; it refuses unreadable lines', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['A', 'stays', '192.0.2.1'],
      ['MX', 'mail', 'a'],
    ]);
    const text =
      'a HINFO x y\nb A 192.0.2.1\nb CNAME c\nstays CNAME c\nmail TXT x\nd DS 1 13 2 ' + 'aa'.repeat(32);
    const answer = await sendZoneText(client, id, text, 'mode=merge&skip=true');
    expect(answer.body).toMatchObject({
      counts: { created: 2, updated: 0, deleted: 0 },
      skipped: [
        { line: 1, reason: 'type HINFO is not supported' },
        { line: 3, reason: 'Record conflict - CNAMES must be unique' },
        { line: 4, reason: 'Record conflict - CNAMES must be unique' },
        { line: 6, reason: 'A DS record needs NS records of the same name.' },
      ],
    });
    const refused = await sendZoneText(
      client,
      id,
      `${text}\n$GENERATE 1-2 x$ A 192.0.2.$`,
      'mode=merge&skip=true',
    );
    expect(refused.body).toEqual({
      errors: [{ field: '', reason: 'Line 7 is not readable: $GENERATE is not supported', line: 7 }],
    });
  });

  it('a stored record still conflicts when the line that would replace it is left out', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['CNAME', 'www', 'a']]);
    const answer = await sendZoneText(client, id, '\nwww A 192.0.2.1\nwww CNAME b', 'mode=merge&skip=true');
    expect(answer.body.errors).toEqual([
      { field: '', reason: 'Line 2 cannot be stored: Record conflict - CNAMES must be unique', line: 2 },
    ]);
  });

  it('a CNAME replaces other records of its name only when the text deletes these', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const merged = await sendZoneText(client, id, 'www CNAME host.example.net.', 'mode=merge');
    expect(merged.body.errors).toEqual([
      { field: '', reason: 'Line 1 cannot be stored: Record conflict - CNAMES must be unique', line: 1 },
    ]);
    expect((await sendZoneText(client, id, 'www CNAME host.example.net.')).status).toBe(200);
    expect(await shown(client, id)).toEqual([['CNAME', 'www', 'host.example.net', 0]]);
  });

  it('[D-98] TTLs are rounded, and one that equals the domain’s is stored as 0; $TTL changes no setting', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [], { ttl_sec: 3600 });
    const text =
      '$TTL 86400\na A 192.0.2.1\nb 1h A 192.0.2.1\nc 1 A 192.0.2.1\nd 0 A 192.0.2.1\ne 3000 A 192.0.2.1';
    expect((await sendZoneText(client, id, text)).status).toBe(200);
    expect((await shown(client, id)).map(([, name, , ttl]) => [name, ttl])).toEqual([
      ['a', 86400],
      ['b', 0],
      ['c', 300],
      ['d', 300],
      ['e', 0],
    ]);
    expect(done(await client.get(`/domains/${id}`)).ttl_sec).toBe(3600);
  });

  it('a set that differs keeps the stored form of records that are served as before', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [
      ['MX', '', 'mail', { priority: 10, ttl_sec: 300 }],
      ['MX', '', 'Backup', { priority: 20, ttl_sec: 3600 }],
    ]);
    const before = await recordsOf(client, id);
    const more = `@ 300 MX 10 MAIL.${domain}.\n@ 300 MX 20 backup\n@ 300 MX 30 other.`;
    expect((await sendZoneText(client, id, more)).body.counts).toEqual({
      created: 1,
      updated: 0,
      deleted: 0,
    });
    expect((await recordsOf(client, id)).slice(0, 2)).toEqual(before);
    // Alone, it would be served with its own TTL.
    expect((await sendZoneText(client, id, '@ 300 MX 20 backup')).body.counts).toEqual({
      created: 0,
      updated: 1,
      deleted: 2,
    });
    expect(await recordsOf(client, id)).toMatchObject([
      { id: before[1]!.id, target: 'Backup', ttl_sec: 300 },
    ]);
  });

  it('refuses an empty text in replace, too many deletes, and a body that is no text', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    expect((await sendZoneText(client, id, '; nothing\n')).body).toEqual(
      refusal('', 'The text has no records.'),
    );
    expect((await sendZoneText(client, id, '', 'mode=merge')).body).toMatchObject({ id: null });
    const wide = await sendZoneText(client, id, '@ SOA a b 1 2 3 4 5', 'mode=replace&max_deletes=0', PROBLEM);
    expect(wide.body.errors).toMatchObject([
      { code: 'too_many_deletes', field: 'max_deletes', in: 'query', limit: 0, used: 1 },
    ]);
    const json = await client.post(
      `/domains/${id}/zone-file?mode=merge`,
      {},
      { 'Content-Type': 'application/json' },
    );
    expect(json).toMatchObject({ status: 415, body: refusal('Content-Type', 'Unsupported Media Type') });
    expect(await shown(client, id)).toEqual([['A', 'www', '192.0.2.1', 0]]);
  });
});
