import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ZoneTransfer } from '../../src/domain/zones/transfer/zone-transfer.js';
import { AXFR_BOUNDS } from '../../src/domain/zones/transfer/axfr.js';
import { startApp, type TestApp } from '../support/app.js';
import { axfrPeer, type AxfrPeer } from '../support/axfr-peer.js';
import { refusal, type Client } from '../support/client.js';
import { serveDns, type DnsServer } from '../support/dns-server.js';
import { nextDomain } from '../support/domains.js';
import { makeAccount } from '../support/makers.js';

/** On every address of this host: whoever connects, however they spelt it, is seen. */
let listener: Server;
let connections = 0;
let app: TestApp;
let client: Client;

beforeAll(async () => {
  listener = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined).destroy();
  });
  listener.listen(0, '::');
  await once(listener, 'listening');
  app = await startApp();
  ({ client } = await makeAccount(app));
  connectTo((listener.address() as { port: number }).port);
});
beforeEach(() => (connections = 0));
afterAll(async () => {
  await app.close();
  listener.close();
});

/** As the service does with nothing allowed; only the port is the test's. */
function connectTo(port: number, allowedNetworks: string[] = []): void {
  const bounds = { ...AXFR_BOUNDS, port, totalMs: 5000 };
  const settings = {
    nameservers: ['ns1.example.net'],
    allowedNetworks,
    sourceIps: [],
    bounds,
  };
  Object.assign(app.app.get(ZoneTransfer), { settings });
}

const importFrom = (remote_nameserver: string) =>
  client.post('/domains/import', { domain: nextDomain(), remote_nameserver });

const FAILED = refusal('remote_nameserver', 'Unable to perform zone transfer from this nameserver.');
const NOT_VALID = refusal('remote_nameserver', 'remote_nameserver is not valid');

describe('[D-112] remote_nameserver leads to nothing inside, written as', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '127.0.0.01',
    '127.00.0.1',
    '4294967297',
    '::1',
    '::',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2002:7f00:0001::1',
    '2001:0:7f00:1::',
    '2001:0000:0:0:0:0:80ff:fffe',
    'fe80::1',
    'fe80::1%lo',
    '::1%lo',
    'fd00::1',
    'fec0::1',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'localhost.localdomain',
    '[::1]',
    '127.0.0.1:53',
    '127.0.0.1#53',
    '127.0.0.1/8',
    'http://127.0.0.1',
    '127.0.0.1\t',
    ' 127.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    'ｌocalhost',
    '127.0.0.1%00.example.com',
    '127.0.0.1\u0000.example.com',
    'user@127.0.0.1',
    '',
    '.',
    '..',
  ])('%j', async (spelling) => {
    const answer = await importFrom(spelling);
    expect(answer.status).toBe(400);
    expect([FAILED, NOT_VALID]).toContainEqual(answer.body);
    expect(connections).toBe(0);
  });
});

describe('[D-112] a name leads to nothing inside', () => {
  let dns: DnsServer;
  afterEach(() => dns.close());

  it.each([
    ['loopback', ['127.0.0.1']],
    ['loopback over IPv6', ['::1']],
    ['both', ['127.0.0.1', '::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a translated address', ['64:ff9b::7f00:1']],
    ['the address of metadata', ['169.254.169.254']],
    ['any address', ['0.0.0.0']],
  ])('that resolves to %s', async (_, addresses) => {
    dns = await serveDns(() => addresses);
    expect((await importFrom('inside.attacker.example')).body).toEqual(FAILED);
    expect(dns.asked).toContain('inside.attacker.example');
    expect(connections).toBe(0);
  });

  it('that resolves to an outside address when it is vetted and to an inside one ever after', async () => {
    let times = 0;
    dns = await serveDns((name) =>
      name === 'rebind.attacker.example' && times++ < 2 ? ['240.0.0.1'] : ['127.0.0.1'],
    );
    // 240.0.0.1 goes nowhere: it stands for the outside.
    connectTo((listener.address() as { port: number }).port, ['240.0.0.1']);
    expect((await importFrom('rebind.attacker.example')).body).toEqual(FAILED);
    expect(dns.asked).toEqual(['rebind.attacker.example']);
    expect(connections).toBe(0);
  });

  it('that resolves to both, of which only the allowed one is connected to', async () => {
    const allowed: AxfrPeer = await axfrPeer(({ socket }) => socket.destroy(), '127.0.0.2');
    dns = await serveDns(() => ['127.0.0.1', '127.0.0.2']);
    connectTo(allowed.port, ['127.0.0.2']);
    expect((await importFrom('both.attacker.example')).body).toEqual(FAILED);
    expect(allowed.connections()).toBe(1);
    await allowed.close();
  });
});

it('[D-97] the addresses of a slave, and of who may transfer it, are never connected to', async () => {
  const body = { domain: nextDomain(), type: 'slave', master_ips: ['127.0.0.1'], axfr_ips: ['127.0.0.1'] };
  const { id } = (await client.post('/domains', body)).body;
  expect((await client.get(`/domains/${id}/zone-file`)).status).toBe(200);
  expect((await client.put(`/domains/${id}`, { status: 'disabled' })).status).toBe(200);
  expect(connections).toBe(0);
});

it('[D-145] the addresses of an OAuth client are shown, never connected to', async () => {
  const { port } = listener.address() as { port: number };
  const here = `http://127.0.0.1:${port}/`;
  const body = { label: 'app', redirect_uri: here, website: here, thumbnail_url: here };
  const made = await client.post('/account/oauth-clients', body);
  expect(made.status).toBe(200);
  expect((await client.get(`/account/oauth-clients/${made.body.id}`)).body.website).toBe(here);
  expect(connections).toBe(0);
});

it('[D-211] an account has two transfers under way at most, and others are not held up by it', async () => {
  const silent = await axfrPeer(() => undefined);
  connectTo(silent.port, ['127.0.0.0/8']);
  const slow = Array.from({ length: 12 }, () => importFrom('127.0.0.1'));
  await refusals(slow, 10);
  const { client: other } = await makeAccount(app);
  expect((await other.get('/domains')).status).toBe(200);
  await silent.close();
  const statuses = (await Promise.all(slow)).map(({ status }) => status).sort();
  expect(statuses).toEqual([400, 400, ...Array.from({ length: 10 }, () => 429)]);
});

/** Resolves when so many were refused, or all are answered. */
async function refusals(answers: readonly Promise<{ status: number }>[], wanted: number): Promise<void> {
  let count = 0;
  const enough = new Promise<void>((resolve) => {
    for (const answer of answers) {
      void answer.then(({ status }) => {
        if (status === 429 && ++count === wanted) resolve();
      });
    }
  });
  await Promise.race([enough, Promise.all(answers)]);
}
