import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain, nextDomain } from '../../support/domains.js';
import { iterations } from '../../support/iterations.js';
import { done, makeAccount } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';
import { Random } from '../../support/random.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

type Row = Record<string, unknown>;

async function versionsOf(client: Client, id: number) {
  return done(await client.get(`/domains/${id}/versions?page_size=500`)).data;
}

/** The lines without the serial, which versions remember and other zones don't share. */
async function zone(client: Client, path: string): Promise<string[]> {
  const { zone_file: lines } = done(await client.get(`/domains/${path}/zone-file`));
  return lines.map((line: string) => line.replace(/ \d{10} /, ' SERIAL '));
}

const change = (client: Client, id: number, changes: unknown[], more: object = {}) =>
  client.post(`/domains/${id}/changes`, { changes, ...more });
const a = (name: string, target = '192.0.2.1') => ({ create: { type: 'A', name, target } });

describe('[D-241] versions', () => {
  it('lists the changes of a zone with user, time, counts and description, the newest first', async () => {
    const { client, username } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const answer = await change(client, id, [a('b')], { description: 'Another host' });
    const [newest, ...others] = await versionsOf(client, id);
    expect(newest).toEqual({
      id: answer.body.id,
      version: 3,
      serial: answer.body.serial,
      created: expect.stringMatching(/^\d{4}-/),
      username,
      token: expect.any(String),
      request_id: answer.headers.get('x-request-id'),
      description: 'Another host',
      counts: { created: 1, updated: 0, deleted: 0 },
    });
    expect(others).toMatchObject([
      { version: 2, counts: { created: 1, updated: 0, deleted: 0 }, description: '' },
      { version: 1, counts: { created: 0, updated: 0, deleted: 0 } },
    ]);
  });

  it('are made by every change of the served zone, and by no other change', async () => {
    const { client } = await makeAccount(app);
    const made = await makeDomain(client);
    const { id } = made;
    const newest = async () => (await versionsOf(client, id))[0].version;
    const changes: readonly (readonly [string, string, object?])[] = [
      ['POST', '/records', { type: 'NS', name: 'below', target: 'ns.example.net' }],
      ['POST', '/records', { type: 'DS', name: 'below', target: `1 13 2 ${'A'.repeat(64)}` }],
      ['PUT', '', { ttl_sec: 300 }],
      ['PUT', '', { refresh_sec: 300 }],
      ['PUT', '', { retry_sec: 300 }],
      ['PUT', '', { expire_sec: 604_800 }],
      ['PUT', '', { soa_email: 'other@example.com' }],
      ['PUT', '', { status: 'disabled' }],
      ['PUT', '', { type: 'slave', master_ips: ['192.0.2.53'] }],
      ['PUT', '', { domain: nextDomain() }],
    ];
    for (const [index, [method, path, body]] of changes.entries()) {
      done(await client.send(method, `/domains/${id}${path}`, body));
      expect(await newest()).toBe(index + 2);
    }
    const records = done(await client.get(`/domains/${id}/records`)).data;
    done(await client.put(`/domains/${id}/records/${records[0].id}`, { target: 'ns2.example.net' }));
    done(await client.delete(`/domains/${id}/records/${records[0].id}`));
    const [last] = await versionsOf(client, id);
    // DS records go with the last NS record.
    expect(last).toMatchObject({ version: 13, counts: { created: 0, updated: 0, deleted: 2 } });
    const nothing = [
      { description: 'x' },
      { tags: ['x'] },
      { group: 'x' },
      { axfr_ips: ['192.0.2.9'] },
      { ttl_sec: 300 },
    ];
    for (const body of nothing) done(await client.put(`/domains/${id}`, body));
    expect(await newest()).toBe(13);
  });

  it('show the zone file of a version, and the difference of any two versions', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const files = [await zone(client, `${id}`)];
    done(
      await change(client, id, [{ replace: { type: 'A', name: 'www' }, with: [{ target: '192.0.2.2' }] }]),
    );
    files.push(await zone(client, `${id}`));
    done(await client.put(`/domains/${id}`, { ttl_sec: 300 }));
    done(await change(client, id, [a('b'), a('c')]));
    expect(await zone(client, `${id}/versions/2`)).toEqual(files[0]);
    expect(await zone(client, `${id}/versions/3`)).toEqual(files[1]);
    const diff = async (n: number, from: string) =>
      done(await client.get(`/domains/${id}/versions/${n}/diff${from}`));
    const names = ({ diff: found }: { diff: { action: string; before: Row | null; after: Row | null }[] }) =>
      found.map(({ action, before, after }) => [action, (after ?? before)!.name, (after ?? before)!.target]);
    expect(names(await diff(5, ''))).toEqual([
      ['create', 'b', '192.0.2.1'],
      ['create', 'c', '192.0.2.1'],
    ]);
    expect(names(await diff(2, '?from=5'))).toEqual([
      ['delete', 'www', '192.0.2.2'],
      ['delete', 'b', '192.0.2.1'],
      ['delete', 'c', '192.0.2.1'],
      ['create', 'www', '192.0.2.1'],
    ]);
    expect(await diff(4, '?from=3')).toMatchObject({ from: 3, to: 4, diff: [] });
    expect(names(await diff(2, '?from=0'))).toEqual([['create', 'www', '192.0.2.1']]);
    expect((await client.get(`/domains/${id}/versions/2/diff?from=9`)).status).toBe(404);
    expect((await client.get(`/domains/${id}/versions/2/diff?from=x`)).body).toEqual(
      refusal('from', 'from is not valid'),
    );
  });

  it('restores the same zone: records with their ids, TTL, SOA times and address', async () => {
    const { client } = await makeAccount(app);
    const made = await makeDomain(client, [
      ['NS', 'below', 'ns.example.net'],
      ['DS', 'below', `1 13 2 ${'A'.repeat(64)}`],
      ['CNAME', 'www', 'host.example.net'],
      ['SRV', '', 'sip', { service: 'sip', protocol: 'tcp', priority: 1, weight: 2, port: 3 }],
    ]);
    const path = `/domains/${made.id}`;
    const state = async () => {
      const records = done(await client.get(`${path}/records`)).data as Record<string, unknown>[];
      return [
        records.map(({ updated: _, ...record }) => record),
        (await client.get(path)).body.ttl_sec,
        await zone(client, `${made.id}`),
      ];
    };
    const before = await state();
    const { version } = (await versionsOf(client, made.id))[0];
    done(await client.put(path, { ttl_sec: 300, soa_email: 'new@example.com', expire_sec: 604_800 }));
    done(
      await change(client, made.id, [
        { replace: { type: 'NS', name: 'below' }, with: [] },
        { replace: { type: 'CNAME', name: 'www' }, with: [] },
        a('www'),
        {
          replace: { type: 'SRV', name: '_sip._tcp' },
          with: [{ target: 'sip', priority: 9, weight: 9, port: 9 }],
        },
      ]),
    );
    const dry = await client.post(`${path}/versions/${version}/restore`, {}, { 'Dry-Run': 'true' });
    expect(dry.body.counts).toEqual({ created: 4, updated: 0, deleted: 2 });
    const restored = await client.post(`${path}/versions/${version}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.headers.get('etag')).toBe((await client.get(`${path}/zone-file`)).headers.get('etag'));
    expect(await state()).toEqual(before);
    expect((await versionsOf(client, made.id))[0].description).toBe(`Restored version ${version}`);
    expect((await client.post(`${path}/versions/${version}/restore`)).body.id).toBeNull();
  });

  it('restores no version that deletes too many records', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    done(
      await change(
        client,
        id,
        Array.from({ length: 20 }, (_, index) => a(`h${index}`)),
      ),
    );
    const restore = (body?: object) => client.post(`/domains/${id}/versions/1/restore`, body);
    expect((await restore()).body).toEqual(refusal('max_deletes', 'More than 10 records would be gone.'));
    expect((await restore({ max_deletes: 20, description: 'All of it' })).status).toBe(200);
  });

  it('[D-237] a narrowed token reads the changes that it made, and no version', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const narrowed = await narrow(app, client, {
      domains: [{ id, names: ['_acme-challenge'], types: ['TXT'] }],
    });
    const replace = { replace: { type: 'TXT', name: '_acme-challenge' }, with: [{ target: 'x' }] };
    const own = done(await change(narrowed, id, [replace]));
    expect((await narrowed.get(`/domains/${id}/changes/${own.id}`)).body.diff).toEqual(own.diff);
    const [, foreign] = await versionsOf(client, id);
    expect((await narrowed.get(`/domains/${id}/changes/${foreign.id}`)).status).toBe(404);
    expect((await client.get(`/domains/${id}/changes/${foreign.id}`)).status).toBe(200);
    expect((await narrowed.get(`/domains/${id}/versions`)).status).toBe(403);
    expect((await narrowed.get(`/domains/${id}/versions/2/zone-file`)).status).toBe(403);
  });

  it('begins with all records of a clone', async () => {
    const { client } = await makeAccount(app);
    const source = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const clone = done(await client.post(`/domains/${source.id}/clone`, { domain: nextDomain() }));
    const [first] = await versionsOf(client, clone.id);
    expect(first).toMatchObject({ version: 1, counts: { created: 1 } });
    const found = done(await client.get(`/domains/${clone.id}/changes/${first.id}`));
    expect(found.diff).toMatchObject([{ action: 'create', after: { name: 'www' } }]);
  });
});

/** `ZONE_HISTORIES` makes it longer. */
const SEEDS = Array.from({ length: iterations('ZONE_HISTORIES', 3) }, (_, index) => index + 1);

describe('[D-241] any changes, in any order', () => {
  it.each(SEEDS)('lead back to each zone that was (seed %s)', async (seed) => {
    const random = new Random(seed);
    const pick = <Value>(values: readonly Value[]) => random.pick(values);
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const firstOf = (type: string, records: readonly { id: number; type: string }[]) =>
      records.find((record) => record.type === type)?.id ?? 0;
    const files = new Map([[1, await zone(client, `${id}`)]]);
    for (let step = 0; step < 40; step++) {
      const records = done(await client.get(`/domains/${id}/records?page_size=500`)).data as {
        id: number;
        type: string;
      }[];
      const name = pick(['', 'www', 'a.b', 'below', 'x']);
      const target = `192.0.2.${1 + random.int(250)}`;
      const one = records.length > 0 ? pick(records).id : 0;
      const restore = async () => {
        const version = pick([...files.keys()]);
        const path = `/domains/${id}/versions/${version}/restore`;
        const { diff } = done(await client.post(path, { max_deletes: 500 }));
        for (const { before, after } of diff as Record<'before' | 'after', Row | null>[])
          if (before && after) expect(after.id).toBe(before.id);
        expect(await zone(client, `${id}`)).toEqual(files.get(version));
      };
      await pick<() => Promise<unknown>>([
        () => client.post(`/domains/${id}/records`, { type: 'A', name, target }),
        () => client.post(`/domains/${id}/records`, { type: 'CNAME', name, target: 'host.example.net' }),
        () =>
          client.post(`/domains/${id}/records`, {
            type: 'NS',
            name: 'below',
            target: `ns${step}.example.net`,
          }),
        () =>
          client.post(`/domains/${id}/records`, {
            type: 'DS',
            name: 'below',
            target: `1 13 2 ${'A'.repeat(64)}`,
          }),
        () => client.put(`/domains/${id}/records/${one}`, { ttl_sec: pick([300, 3600]), name }),
        () => client.delete(`/domains/${id}/records/${one}`),
        () =>
          change(client, id, [
            { replace: { type: pick(['A', 'NS']), name: pick([name, 'below']) }, with: [] },
          ]),
        () =>
          change(client, id, [
            { replace: { type: 'A', name }, with: [{ target }, { target: '192.0.2.254' }] },
          ]),
        () =>
          client.put(`/domains/${id}`, { ttl_sec: pick([300, 3600, 86_400]), retry_sec: pick([300, 3600]) }),
        () =>
          client.put(`/domains/${id}/records/${firstOf('NS', records)}`, { name: pick(['below', 'a.b']) }),
        () =>
          client.put(`/domains/${id}/records/${firstOf('DS', records)}`, { name: pick(['below', 'a.b']) }),
        restore,
        restore,
      ])();
      const [{ version }] = await versionsOf(client, id);
      const file = await zone(client, `${id}`);
      // What has not changed the version has not changed the zone.
      if (files.has(version)) expect(file).toEqual(files.get(version));
      files.set(version, file);
    }
    for (const [version, file] of files)
      expect(await zone(client, `${id}/versions/${version}`)).toEqual(file);
  });
});
