import { request } from 'node:http';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { claimsAsk, fakeRegistry, type FakeRegistry } from '../../support/registry.js';
import { udpNameserver, type UdpNameserver } from '../../support/udp-nameserver.js';

let app: TestApp;
let [one, other]: UdpNameserver[] = [];
beforeAll(async () => {
  [one, other] = [await udpNameserver(), await udpNameserver()];
  app = await startApp({
    CATALOG_ZONE: 'catalog.invalid',
    SECONDARIES: `127.0.0.1:${one.port},127.0.0.1:${other.port}`,
    TSIG_KEY: `hmac-sha256:key.example:${Buffer.alloc(32, 'k').toString('base64')}`,
  });
});
afterAll(async () => {
  await app?.close();
  await Promise.all([one?.close(), other?.close()]);
});

type Served = UdpNameserver['serial'];

function serve(...served: readonly Served[]): void {
  one!.serial = served[0];
  other!.serial = served.at(-1);
}

const create = (client: Client, id: number) =>
  client.post(`/domains/${id}/changes`, {
    changes: [{ create: { type: 'A', name: 'www', target: '192.0.2.1' } }],
  });

async function changed() {
  const { client } = await makeAccount(app);
  const { id, domain } = await makeDomain(client);
  const change = done(await create(client, id));
  return { client, id, domain, change };
}

describe('[D-245] whether a change is live', () => {
  it('is pending in the answer to the change, and null when nothing differs', async () => {
    const { client, id, change } = await changed();
    expect(change.status).toBe('pending');
    const same = { changes: [{ replace: { type: 'A', name: 'www' }, with: [{ target: '192.0.2.1' }] }] };
    expect(done(await client.post(`/domains/${id}/changes`, same))).toMatchObject({
      id: null,
      status: null,
    });
  });

  it.each<[string, (serial: number) => [Served, Served], string]>([
    ['all serve its serial', (serial) => [serial, serial], 'live'],
    ['all serve a later one', (serial) => [serial + 7, serial + 1], 'live'],
    ['one serves an earlier one', (serial) => [serial, serial - 1], 'pending'],
    ['one has no such zone', (serial) => [serial, null], 'pending'],
    ['one does not answer', (serial) => [serial, undefined], 'pending'],
  ])('when %s', async (_case, served, status) => {
    const { client, id, change } = await changed();
    const serials = served(change.serial);
    serve(...serials);
    const shown = done(await client.get(`/domains/${id}/changes/${change.id}`));
    expect(shown).toMatchObject({ id: change.id, status });
    expect(shown.nameservers).toEqual([
      { name: '127.0.0.1', address: '127.0.0.1', serial: serials[0] ?? null },
      { name: '127.0.0.1', address: '127.0.0.1', serial: serials[1] ?? null },
    ]);
  });

  it('is shown at /propagation for the newest change of any kind', async () => {
    const { client, id, change } = await changed();
    const record = { type: 'A', name: 'later', target: '192.0.2.9' };
    done(await client.post(`/domains/${id}/records`, record));
    serve(change.serial);
    const shown = done(await client.get(`/domains/${id}/propagation`));
    expect(shown).toMatchObject({ version: change.version + 1, status: 'pending' });
    expect(shown.serial).toBeGreaterThan(change.serial);
    expect(done(await client.get(`/domains/${id}/changes/${change.id}`)).status).toBe('live');
  });

  it('of a disabled domain is live when no nameserver has the zone', async () => {
    const { client, id, change } = await changed();
    done(await client.put(`/domains/${id}`, { status: 'disabled' }));
    serve(change.serial, null);
    expect(done(await client.get(`/domains/${id}/propagation`)).status).toBe('pending');
    const second = await changed();
    done(await second.client.put(`/domains/${second.id}`, { status: 'disabled' }));
    serve(null);
    expect(done(await second.client.get(`/domains/${second.id}/propagation`)).status).toBe('live');
  });

  it('asks each nameserver once for callers that ask together', async () => {
    const { client, id, domain } = await changed();
    serve(1);
    const path = `/domains/${id}/propagation`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.get(path)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(one!.asked.filter((name) => name === domain)).toHaveLength(1);
    expect(other!.asked.filter((name) => name === domain)).toHaveLength(1);
  });

  it('holds no connection of the database during the wait', async () => {
    const { client, id, domain, change } = await changed();
    serve(change.serial - 1);
    const waits = Array.from({ length: 12 }, () =>
      client.get(`/domains/${id}/changes/${change.id}`, { Prefer: 'wait=30' }),
    );
    while (!one!.asked.includes(domain)) done(await client.get('/vpcs'));
    for (let n = 0; n < 20; n++) done(await client.put('/profile', { timezone: 'GMT' }));
    serve(change.serial);
    const answers = await Promise.all(waits);
    expect(answers.map(({ body }) => body.status)).toEqual(Array(12).fill('live'));
  });

  it('answers with the present state after the wait', async () => {
    const { client, id, change } = await changed();
    serve(change.serial - 1);
    const shown = await client.get(`/domains/${id}/propagation`, { Prefer: 'return=minimal, wait=1' });
    expect(done(shown).status).toBe('pending');
  });

  it('ends the wait of a client that disconnects', async () => {
    const { client, id, domain, change } = await changed();
    serve(change.serial - 1);
    const waiting = request(`${app.url}/v4/domains/${id}/propagation`, {
      headers: { Authorization: `Bearer ${client.token}`, Prefer: 'wait=30' },
    }).on('error', () => undefined);
    waiting.end();
    while (!one!.asked.includes(domain)) done(await client.get('/vpcs'));
    waiting.destroy();
    // The service stops at once, although the wait would have lasted 30 seconds.
    done(await client.delete(`/domains/${id}`));
    expect((await client.get(`/domains/${id}/propagation`)).status).toBe(404);
  });
});

describe('[D-245] without SECONDARIES', () => {
  let service: TestApp;
  let registry: FakeRegistry;
  let nameserver: UdpNameserver;
  beforeAll(async () => {
    const address = ({ name, type }: { name: string; type: string }) =>
      type === 'A' && name === 'ns1.here.example'
        ? { answers: [{ type: 'A', class: 'IN', name, ttl: 60, data: '127.0.0.1' }] }
        : {};
    registry = await fakeRegistry(address);
    nameserver = await udpNameserver(registry.port);
    service = await startApp({ NAMESERVERS: 'ns1.here.example,ns2.here.example' });
    claimsAsk(service, registry.port);
  });
  afterAll(async () => {
    await service?.close();
    await registry?.close();
    await nameserver?.close();
  });

  it('asks the addresses of NAMESERVERS; a name without an address is never live', async () => {
    const { client } = await makeAccount(service);
    const { id } = await makeDomain(client);
    const { serial } = done(await create(client, id));
    nameserver.serial = serial;
    expect(done(await client.get(`/domains/${id}/propagation`))).toMatchObject({
      status: 'pending',
      nameservers: [
        { name: 'ns1.here.example', address: '127.0.0.1', serial },
        { name: 'ns2.here.example', address: null, serial: null },
      ],
    });
  });
});
