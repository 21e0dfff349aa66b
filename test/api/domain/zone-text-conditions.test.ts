import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';
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

const PROBLEM = { Accept: 'application/problem+json' };
const NOTHING = { created: 0, updated: 0, deleted: 0 };

describe('[D-242] a zone text is a change set', () => {
  it('[D-275] If-Match holds the zone file’s tag, which the answer has; [D-240] return=minimal leaves out the difference', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const etag = (await client.get(`/domains/${id}/zone-file`)).headers.get('etag')!;
    const match = { 'If-Match': etag, Prefer: 'return=minimal' };
    const made = await sendZoneText(client, id, 'a A 192.0.2.1', 'mode=replace', match);
    expect(made.body).toMatchObject({ counts: { created: 1 }, skipped: [] });
    expect(made.body).not.toHaveProperty('diff');
    expect(made.headers.get('etag')).toBe((await client.get(`/domains/${id}/zone-file`)).headers.get('etag'));
    expect((await sendZoneText(client, id, 'b A 192.0.2.1', 'mode=replace', match)).status).toBe(412);
    expect((await client.get(`/domains/${id}/changes/${made.body.id}`)).body.diff).toHaveLength(1);
  });

  it('[D-230] [D-232] is carried out once under a key, and not at all as a dry run', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const dry = await sendZoneText(client, id, 'a A 192.0.2.1', 'mode=merge', { 'Dry-Run': 'true' });
    expect(dry.body).toMatchObject({ counts: { created: 1 }, diff: [{ action: 'create' }] });
    expect(await shown(client, id)).toEqual([]);
    const key = { 'Idempotency-Key': 'zone-text' };
    const first = await sendZoneText(client, id, 'a A 192.0.2.1', 'mode=merge', key);
    const again = await sendZoneText(client, id, 'a A 192.0.2.1', 'mode=merge', key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await sendZoneText(client, id, 'a A 192.0.2.2', 'mode=merge', key)).status).toBe(422);
    expect(await shown(client, id)).toEqual([['A', 'a', '192.0.2.1', 0]]);
  });

  it('[D-237] requires a narrowed token to cover each set of the text and each record that differs', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['A', 'www', '192.0.2.1'],
      ['TXT', '_acme-challenge', 'old'],
    ]);
    const names = ['_acme-challenge', '_acme-challenge.*'];
    const acme = await narrow(app, client, { domains: [{ id, names, types: ['TXT'] }] });
    const text = '_acme-challenge 300 TXT new';
    expect((await sendZoneText(acme, id, text, 'mode=merge')).status).toBe(200);
    const outside = refusal('', "The token's restrictions do not allow this.");
    for (const [sent, query] of [
      [text, 'mode=replace'],
      [`${text}\nwww A 192.0.2.1`, 'mode=merge'],
      [`${text}\nwww CNAME x`, 'mode=merge&skip=true'],
    ] as const) {
      expect(await sendZoneText(acme, id, sent, query)).toMatchObject({ status: 403, body: outside });
    }
    const whole = await narrow(app, client, { domains: [{ id }] });
    expect((await sendZoneText(whole, id, text, 'mode=replace')).body.counts).toEqual({
      ...NOTHING,
      deleted: 1,
    });
  });

  it('[D-278] problem details name the line, and the parameters of the query', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const answer = await sendZoneText(client, id, 'a A x', 'skip=maybe', PROBLEM);
    expect(answer.body.errors).toEqual([
      {
        code: 'line_not_stored',
        field: '',
        reason: 'Line 1 cannot be stored: target: Invalid IPv4 or IPv6 address',
        line: 1,
        why: 'target: Invalid IPv4 or IPv6 address',
      },
      expect.objectContaining({ code: 'value_required', field: 'mode', in: 'query' }),
      expect.objectContaining({ code: 'value_not_valid', field: 'skip', in: 'query' }),
    ]);
    expect(answer.body.errors[1]).not.toHaveProperty('pointer');
  });

  it.each<[string, string]>([
    ['an address', 'WWW A 192.0.2'],
    ['a TTL', 'www 2147483648 A 192.0.2.1'],
    ['data', 'www A'],
  ])('skip leaves a set as it is when all its lines are left out: %s is not valid', async (_, line) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['A', 'www', '192.0.2.1'],
      ['AAAA', 'www', '2001:db8::1'],
      ['A', 'api', '192.0.2.1'],
    ]);
    const text = `${line}\napi A 192.0.2\napi A 192.0.2.2\nwww CNAME host.example.net.\n`;
    const answer = await sendZoneText(client, id, text, 'mode=replace&skip=true');
    expect(answer.body.skipped.map((skipped: { line: number }) => skipped.line)).toEqual([1, 2, 4]);
    expect(await shown(client, id)).toEqual([
      ['A', 'www', '192.0.2.1', 0],
      ['A', 'api', '192.0.2.2', 0],
    ]);
  });
});
