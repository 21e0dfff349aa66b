import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

type Row = Record<string, unknown> & { id: number };

async function recordsOf(client: Client, id: number): Promise<Row[]> {
  return done(await client.get(`/domains/${id}/records?page_size=500`)).data;
}

/** The records without ids and times. */
async function shown(client: Client, id: number) {
  return (await recordsOf(client, id)).map(({ type, name, target }) => [type, name, target]);
}

const change = (client: Client, id: number, changes: unknown[], more: object = {}) =>
  client.post(`/domains/${id}/changes`, { changes, ...more });

describe('[D-240] POST /domains/{domainId}/changes', () => {
  it('replaces a set; an unchanged record keeps its id, and so does one with another TTL', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['A', 'www', '192.0.2.1'],
      ['A', 'WWW', '192.0.2.2'],
      ['A', 'www', '192.0.2.3'],
      ['TXT', 'www', 'stays'],
    ]);
    const before = await recordsOf(client, id);
    const wanted = [{ target: '192.0.2.1' }, { target: '192.0.2.2', ttl_sec: 300 }, { target: '192.0.2.9' }];
    const answer = await change(client, id, [{ replace: { type: 'A', name: 'www' }, with: wanted }]);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: expect.any(Number), version: 6, counts: { created: 1, updated: 1, deleted: 1 } },
    });
    expect(answer.body.diff).toMatchObject([
      { action: 'delete', before: before[2], after: null },
      {
        action: 'update',
        before: before[1],
        after: { ...before[1], ttl_sec: 300, updated: expect.any(String) },
      },
      { action: 'create', before: null, after: { type: 'A', name: 'www', target: '192.0.2.9' } },
    ]);
    const after = await recordsOf(client, id);
    expect(after.map((record) => record.id)).toEqual([
      before[0]!.id,
      before[1]!.id,
      before[3]!.id,
      answer.body.diff[2].after.id,
    ]);
    expect(after).toEqual([before[0], answer.body.diff[1].after, before[3], answer.body.diff[2].after]);
  });

  it.each(['', '@'])('replaces a set of the apex, whose name is %j', async (name) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    const answer = await change(client, id, [
      { replace: { type: 'A', name }, with: [{ target: '192.0.2.2' }] },
    ]);
    expect(answer.body.counts).toEqual({ created: 1, updated: 0, deleted: 1 });
    expect(await shown(client, id)).toEqual([['A', '', '192.0.2.2']]);
  });

  it('[D-15] [D-217] takes records in the form of a GET, with null in the fields that they do not have', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const [www] = await recordsOf(client, id);
    expect(www).toMatchObject({ service: null, protocol: null, tag: null });
    const answer = await change(client, id, [
      { create: { ...www, name: 'copy' } },
      { replace: { type: 'A', name: 'set' }, with: [{ ...www, ttl_sec: null }] },
      { update: www!.id, to: { ...www, target: '192.0.2.9' } },
    ]);
    expect(answer).toMatchObject({ status: 200, body: { counts: { created: 2, updated: 1, deleted: 0 } } });
  });

  it('checks the zone after the whole set: a CNAME replaces an A record', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const [a] = await recordsOf(client, id);
    const swap = await change(client, id, [
      { create: { type: 'CNAME', name: 'www', target: 'host.example.net' } },
      { delete: a!.id },
    ]);
    expect(swap.status).toBe(200);
    expect(await shown(client, id)).toEqual([['CNAME', 'www', 'host.example.net']]);
    const back = await change(client, id, [
      { replace: { type: 'A', name: 'www' }, with: [{ target: '192.0.2.1' }] },
      { replace: { type: 'CNAME', name: 'www' }, with: [] },
    ]);
    expect(back.status).toBe(200);
    expect(await shown(client, id)).toEqual([['A', 'www', '192.0.2.1']]);
  });

  it('reports the faults of all entries at once, and changes nothing', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const [a] = await recordsOf(client, id);
    const answer = await change(
      client,
      id,
      [
        { create: { type: 'CNAME', name: 'www', target: 'host.example.net' } },
        { replace: { type: 'A', name: 'x' }, with: [{ target: '192.0.2.1' }, { target: 'no address' }, {}] },
        { update: a!.id, to: { ttl_sec: -1 } },
        { update: 9_999_999, to: { ttl_sec: 300 } },
        { delete: 9_999_998 },
        { delete: 'x' },
        {},
        { create: {}, delete: 1 },
        { create: { type: 'DS', name: 'ds', target: `1 13 2 ${'a'.repeat(64)}` } },
        { replace: { type: 'SRV', name: 'www' }, with: [] },
        { replace: { type: 'NS', name: '*' }, with: [] },
        { replace: { type: 'SOA' } },
        { replace: { type: 'A', nmae: 'x' }, with: [] },
      ],
      { max_deletes: -1 },
    );
    expect(answer.status).toBe(400);
    const reasons = answer.body.errors.map(({ field, reason }: Record<string, string>) => [field, reason]);
    expect(reasons).toEqual([
      ['changes[1].with[1].target', 'Invalid IPv4 or IPv6 address'],
      ['changes[1].with[2].target', 'target is required'],
      ['changes[5].delete', 'delete is not valid'],
      ['changes[6]', 'changes[6] is not valid'],
      ['changes[7]', 'changes[7] is not valid'],
      ['changes[9].replace.name', 'name is not valid'],
      ['changes[10].replace.name', 'Name contains invalid characters'],
      ['changes[11].replace.type', expect.stringMatching(/^Must be one of/)],
      ['changes[11].with', 'with is required'],
      ['changes[12].replace.name', 'name is required'],
      ['changes[2].to.ttl_sec', 'Must be 0-2147483647'],
      ['changes[3].update', 'Not found'],
      ['changes[4].delete', 'Not found'],
      ['changes[8].create.name', 'A DS record needs NS records of the same name.'],
      ['changes[0].create.name', 'Record conflict - CNAMES must be unique'],
      ['max_deletes', 'Must be 0-12000'],
    ]);
    expect(await recordsOf(client, id)).toEqual([a]);
  });

  it('updates single fields, as PUT does, and creates records that depend on each other', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['MX', '', 'mail', { priority: 5 }]]);
    const [mx] = await recordsOf(client, id);
    const ds = `12345 13 2 ${'A'.repeat(64)}`;
    const answer = await change(client, id, [
      { update: mx!.id, to: { priority: 7 } },
      { create: { type: 'DS', name: 'below', target: ds } },
      { create: { type: 'NS', name: 'below', target: 'ns.example.net' } },
      {
        replace: { type: 'SRV', name: '_sip._tcp' },
        with: [{ target: 'sip', priority: 1, weight: 2, port: 3 }],
      },
    ]);
    expect(answer.body.counts).toEqual({ created: 3, updated: 1, deleted: 0 });
    expect(await recordsOf(client, id)).toMatchObject([
      { id: mx!.id, type: 'MX', target: 'mail', priority: 7 },
      { type: 'NS', name: 'below' },
      { type: 'SRV', name: '_sip._tcp', service: 'sip', protocol: 'tcp', port: 3 },
      { type: 'DS', name: 'below', target: ds },
    ]);
  });

  it('[D-293] deletes the DS records with the last NS record', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['NS', 'below', 'ns.example.net'],
      ['DS', 'below', `12345 13 2 ${'A'.repeat(64)}`],
    ]);
    const answer = await change(client, id, [{ replace: { type: 'NS', name: 'below' }, with: [] }]);
    expect(answer.body.counts).toEqual({ created: 0, updated: 0, deleted: 2 });
    expect(await recordsOf(client, id)).toEqual([]);
    expect(done(await client.get(`/domains/${id}/records`)).results).toBe(0);
  });

  it('makes one serial and one event with counts and description; none without a difference', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const serial = async () => {
      const { zone_file: lines } = done(await client.get(`/domains/${id}/zone-file`));
      return Number(/ (\d{10}) /.exec(lines[3])![1]);
    };
    const events = async () => done(await client.get('/account/events')).data;
    const [before, eventsBefore] = [await serial(), (await events()).length];
    const replace = { replace: { type: 'A', name: 'www' }, with: [{ target: '192.0.2.1' }] };
    const none = await change(client, id, [replace]);
    expect(none.body).toEqual({
      id: null,
      version: 2,
      serial: before,
      status: null,
      counts: { created: 0, updated: 0, deleted: 0 },
      diff: [],
    });
    expect([await serial(), (await events()).length]).toEqual([before, eventsBefore]);
    const more = ['a', 'b'].map((name) => ({ create: { type: 'A', name, target: '192.0.2.1' } }));
    const some = await change(client, id, more, { description: 'Two hosts' });
    expect(some.body).toMatchObject({ version: 3, serial: before + 1 });
    expect(await serial()).toBe(before + 1);
    expect(await events()).toHaveLength(eventsBefore + 1);
    expect((await events())[0]).toMatchObject({
      action: 'domain_update',
      message: 'Records: 2 created, 0 updated, 0 deleted. Two hosts',
    });
  });

  it.each(['active', 'disabled'])(
    '[D-275] gives the zone file’s tag, and takes it as If-Match: %s',
    async (status) => {
      const { client } = await makeAccount(app);
      const { id } = await makeDomain(client);
      done(await client.put(`/domains/${id}`, { status }));
      const zoneTag = async () => (await client.get(`/domains/${id}/zone-file`)).headers.get('etag');
      const create = (name: string) => [{ create: { type: 'A', name, target: '192.0.2.1' } }];
      const first = await change(client, id, create('a'));
      expect(first.headers.get('etag')).toBe(await zoneTag());
      const guarded = (tag: string, name: string) =>
        client.post(`/domains/${id}/changes`, { changes: create(name) }, { 'If-Match': tag });
      const second = await guarded(first.headers.get('etag')!, 'b');
      expect(second.status).toBe(200);
      const late = await guarded(first.headers.get('etag')!, 'c');
      expect(late.status).toBe(412);
      expect(late.headers.get('etag')).toBe(second.headers.get('etag'));
      expect(await shown(client, id)).toHaveLength(2);
    },
  );

  it('[D-232] a dry run shows the difference and changes nothing', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const changes = [{ replace: { type: 'A', name: 'www' }, with: [] }];
    const before = await client.get(`/domains/${id}/zone-file`);
    const dry = await client.post(`/domains/${id}/changes`, { changes }, { 'Dry-Run': 'true' });
    expect(dry.body.counts).toEqual({ created: 0, updated: 0, deleted: 1 });
    expect(dry.headers.get('dry-run-events')).toBe('domain_update');
    expect((await client.get(`/domains/${id}/zone-file`)).headers.get('etag')).toBe(
      before.headers.get('etag'),
    );
    const key = { 'Idempotency-Key': 'once' };
    const first = await client.post(`/domains/${id}/changes`, { changes }, key);
    const again = await client.post(`/domains/${id}/changes`, { changes }, key);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('etag')).toBe(
      (await client.get(`/domains/${id}/zone-file`)).headers.get('etag'),
    );
  });

  it('leaves the difference out with Prefer: return=minimal', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const changes = [{ create: { type: 'A', name: 'a', target: '192.0.2.1' } }];
    const answer = await client.post(`/domains/${id}/changes`, { changes }, { Prefer: 'return=minimal' });
    expect(Object.keys(answer.body)).toEqual(['id', 'version', 'serial', 'status', 'counts']);
  });

  it('[D-237] lets a narrowed token change only the records that it names', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['TXT', '_acme-challenge', 'old'],
      ['A', 'www', '192.0.2.1'],
    ]);
    const [, www] = await recordsOf(client, id);
    const names = { id, names: ['_acme-challenge'], types: ['TXT'] };
    const narrowed = await narrow(app, client, { domains: [names] });
    const replace = (type: string, name: string, targets: string[]) => ({
      replace: { type, name },
      with: targets.map((target) => ({ target })),
    });
    const allowed = await change(narrowed, id, [replace('TXT', '_acme-challenge', ['new'])]);
    expect(allowed.body.counts).toEqual({ created: 1, updated: 0, deleted: 1 });
    expect((await change(narrowed, id, [replace('A', 'www', ['192.0.2.1'])])).status).toBe(403);
    expect((await change(narrowed, id, [replace('TXT', 'other', ['x'])])).status).toBe(403);
    const foreign = await change(narrowed, id, [{ delete: www!.id }]);
    expect(foreign.body).toEqual(refusal('changes[0].delete', 'Not found'));
    const reading = await narrow(app, client, { domains: [{ ...names, actions: ['read'] }] });
    expect((await change(reading, id, [replace('TXT', '_acme-challenge', ['x'])])).status).toBe(403);
  });

  it('refuses a body without a list of changes', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    expect((await client.post(`/domains/${id}/changes`, {})).body).toEqual(
      refusal('changes', 'changes is required'),
    );
    expect((await client.post(`/domains/${id}/changes`, { changes: {} })).body).toEqual(
      refusal('changes', 'changes is not valid'),
    );
  });
});
