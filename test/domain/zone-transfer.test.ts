import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Answer, Question } from 'dns-packet';
import { AXFR_BOUNDS, type AxfrBounds } from '../../src/domain/zones/transfer/axfr.js';
import { ZoneTransfer } from '../../src/domain/zones/transfer/zone-transfer.js';
import { axfrPeer, chained, message, record, send, serving, soa, type Asked } from '../support/axfr-peer.js';
import { TRANSFER_WORKER } from '../support/app.js';
import { serveDns } from '../support/dns-server.js';

const DOMAIN = 'example.com';
const zones = new ZoneTransfer({ nameservers: [], allowedNetworks: [], sourceIps: [], bounds: AXFR_BOUNDS });
zones.worker = TRANSFER_WORKER;
afterAll(() => zones.onApplicationShutdown());

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Closes the server after the test. */
function opened<Server extends (typeof open)[number]>(server: Server): Server {
  open.push(server);
  return server;
}

async function fetchFrom(
  answer: (asked: Asked) => void,
  bounds: Partial<AxfrBounds> = {},
  host = '127.0.0.1',
) {
  const { port } = opened(await axfrPeer(answer, host));
  return transfer({ port, ...bounds }).fetch(DOMAIN, host);
}

function transfer(bounds: Partial<AxfrBounds>, sourceIps: string[] = []): ZoneTransfer {
  const settings = {
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    allowedNetworks: ['127.0.0.0/8', '::1'],
    sourceIps,
    bounds: { ...AXFR_BOUNDS, ...bounds },
  };
  return Object.assign(zones, { settings });
}

const hosts = (count: number): Answer[] =>
  Array.from({ length: count }, (_, i) => record('A', `h${i}.${DOMAIN}`, '192.0.2.1'));

/** The `nice` values of the threads of this process (proc(5)). */
const priorities = () =>
  readdirSync('/proc/self/task').map((id) => {
    const afterName = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ').at(-1)!;
    return Number(afterName.split(' ')[16]);
  });

it('a transfer that follows the end of an idle thread starts another one', async () => {
  const answer = serving(hosts(1));
  expect((await fetchFrom(answer)).records.name).toHaveLength(1);
  const stopped = zones.onApplicationShutdown();
  expect((await fetchFrom(answer)).records.name).toHaveLength(1);
  await stopped;
  expect((await fetchFrom(answer)).records.name).toHaveLength(1);
});

it('[D-211] a transfer leaves the processors to requests', async () => {
  const during: number[] = [];
  await fetchFrom((asked) => {
    during.push(...priorities());
    serving(hosts(1))(asked);
  });
  expect(Math.max(...during)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
});

describe('[D-110] a zone is transferred', () => {
  it('in one message', async () => {
    const zone = await fetchFrom(serving([record('A', `www.${DOMAIN}`, '192.0.2.1')]));
    expect(zone.records).toMatchObject({ type: ['A'], name: ['www'], target: ['192.0.2.1'], ttlSec: [3600] });
    expect(zone.remarks).toBeNull();
  });

  it('in many messages, which do not end where packets end', async () => {
    const zone = await fetchFrom(({ id, socket }) => {
      const bytes = Buffer.concat([
        message(id, [soa(DOMAIN)]),
        message(id, hosts(50)),
        message(id, [soa(DOMAIN)]),
      ]);
      for (const byte of bytes) socket.write(Buffer.of(byte));
    });
    expect(zone.records.name).toHaveLength(50);
  });

  it('with a name that follows 127 pointers', async () => {
    const zone = await fetchFrom(chained(DOMAIN, 127));
    expect(zone.records).toMatchObject({ type: ['A'], name: [''], target: ['192.0.2.1'] });
  });

  it('[D-218] with more than 12,000 records, of which the first are kept', async () => {
    const zone = await fetchFrom(serving(hosts(12_001), { perMessage: 500 }));
    expect(zone).toMatchObject({ tooMany: true });
    expect(zone.records.name).toHaveLength(12_000);
  });

  it('of 12,000 records', async () => {
    const zone = await fetchFrom(serving(hosts(12_000), { perMessage: 500 }));
    expect(zone.records.name).toHaveLength(12_000);
  });

  it('over IPv6', async () => {
    const zone = await fetchFrom(serving(hosts(1)), {}, '::1');
    expect(zone.records.name).toHaveLength(1);
  });

  it('from a nameserver given by name', async () => {
    const { port } = opened(await axfrPeer(serving(hosts(1))));
    opened(await serveDns((name) => (name === 'ns.elsewhere.example' ? ['127.0.0.1'] : undefined)));
    const zone = await transfer({ port }).fetch(DOMAIN, 'ns.elsewhere.example');
    expect(zone.records.name).toHaveLength(1);
  });

  it('[D-113] from the published source address', async () => {
    let seen: string | undefined;
    const answer = (asked: Asked) => {
      seen = asked.socket.remoteAddress;
      serving(hosts(1))(asked);
    };
    const { port } = opened(await axfrPeer(answer));
    await transfer({ port }, ['::1', '127.0.0.9']).fetch(DOMAIN, '127.0.0.1');
    expect(seen).toBe('127.0.0.9');
  });

  it('the SOA gives address and seconds, rounded', async () => {
    const zone = await fetchFrom(serving([], { soa: { refresh: 7201, retry: 0, expire: 4294967295 } }));
    expect(zone.soaEmail).toBe('dns.admin@elsewhere.example');
    expect(zone.seconds).toEqual({ refreshSec: 14400, retrySec: 0, expireSec: 2419200 });
  });

  it('an SOA without an address gives the hostmaster', async () => {
    const zone = await fetchFrom(serving([], { soa: { rname: '.' } }));
    expect(zone.soaEmail).toBe('hostmaster@example.com');
  });
});

describe('[D-112] a hostile or broken nameserver', () => {
  const opening = soa(DOMAIN);
  const www = record('A', `www.${DOMAIN}`, '192.0.2.1');
  const text = record('TXT', DOMAIN, [Buffer.from('é'.repeat(100))]);
  /** The end of a message: one answer whose name points at itself. */
  const loop = ({ id, socket }: Asked) => {
    const header = Buffer.from([id >> 8, id & 255, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    const bytes = Buffer.concat([header, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4])]);
    socket.write(Buffer.concat([Buffer.from([0, bytes.length]), bytes]));
  };
  const endless = (asked: Asked) => {
    send(asked, [opening]);
    const more = message(
      asked.id,
      hosts(500).map((answer) => ({ ...answer, type: 'NULL', data: Buffer.alloc(40) })),
    );
    const write = () => {
      while (asked.socket.writable && asked.socket.write(more));
    };
    asked.socket.on('drain', write);
    write();
  };
  /** Messages of 4,000 additional records that announce themselves only in the header. */
  const padded = (asked: Asked) => {
    const bytes = message(asked.id, [opening]);
    bytes.writeUInt16BE(4000, 2 + 10);
    asked.socket.write(Buffer.concat([bytes, message(asked.id, [www]), bytes, message(asked.id, [opening])]));
  };
  const twoQuestions = ({ id, socket }: Asked) => {
    const bytes = message(id, [opening, www, opening]);
    socket.write(bytes.fill(2, 2 + 5, 2 + 6));
  };
  const slow = (asked: Asked) => {
    const bytes = message(asked.id, [opening, www, opening]).values();
    const timer = setInterval(() => asked.socket.write(Buffer.of(bytes.next().value ?? 0)), 10);
    asked.socket.on('close', () => clearInterval(timer));
  };

  it.each<[string, (asked: Asked) => void, Partial<AxfrBounds>?]>([
    ['no closing SOA, then the end', (asked) => (send(asked, [opening, www]), asked.socket.end())],
    ['no closing SOA, then silence', (asked) => send(asked, [opening, www]), { totalMs: 100 }],
    ['another closing SOA', (asked) => send(asked, [opening, www, soa(DOMAIN, { serial: 8 })])],
    ['a closing SOA of another name', (asked) => send(asked, [opening, www, soa('www.example.com')])],
    ['no SOA first', (asked) => send(asked, [www, opening])],
    ['the SOA of another zone', (asked) => send(asked, [soa('example.org'), www, soa('example.org')])],
    ['an endless stream, by records', endless, { maxRecords: 5000 }],
    ['an endless stream, by bytes', endless, { maxBytes: 1_000_000 }],
    ['texts of too many characters', serving([text]), { maxCharacters: 500 }],
    ['additional records, which count too', padded, { maxRecords: 5000 }],
    ['two questions', twoQuestions],
    ['a name that follows 128 pointers', chained(DOMAIN, 128)],
    ['one byte at a time', slow, { totalMs: 100 }],
    ['silence', () => undefined, { totalMs: 100 }],
    ['a compression loop', loop],
    ['a reset in the middle', (asked) => (send(asked, [opening, www]), asked.socket.resetAndDestroy())],
    ['a wrong id', ({ id, socket }) => socket.write(message(id ^ 1, [opening, www, opening]))],
    [
      'a wrong id later',
      ({ id, socket }) => {
        socket.write(message(id, [opening, www]));
        socket.write(message(id ^ 1, [opening]));
      },
    ],
    ['REFUSED', ({ id, socket }) => socket.write(message(id, [], 5))],
    ['NOTAUTH', ({ id, socket }) => socket.write(message(id, [], 9))],
    ['an empty answer', (asked) => send(asked, [])],
    ['an HTTP banner', ({ socket }) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ...['example.org', `www.${DOMAIN}`].map((name): [string, (asked: Asked) => void] => [
      `the whole zone, as the answer to the question for ${name}`,
      ({ id, socket }) => {
        const question = { name, type: 'AXFR', class: 'IN' } as Question;
        socket.write(message(id, [opening, www, opening], 0, [question]));
      },
    ]),
    [
      'a truncated answer',
      ({ id, socket }) => {
        const bytes = message(id, [opening, www, opening]);
        bytes[4] = 0x86;
        socket.write(bytes);
      },
    ],
    [
      'the query sent back',
      ({ id, socket }) => {
        socket.write(message(id, []).fill(0, 4, 5));
      },
    ],
    ['a message of no bytes', ({ socket }) => socket.write(Buffer.alloc(2))],
    [
      'a record beyond the end of its message',
      ({ id, socket }) => {
        const bytes = message(id, [opening]).subarray(0, -8);
        bytes.writeUInt16BE(bytes.length - 2, 0);
        socket.write(bytes);
      },
    ],
  ])('%s', async (_reason, answer, bounds = {}) => {
    await expect(fetchFrom(answer, bounds)).rejects.toThrow();
  });

  it('nobody listens', async () => {
    const peer = await axfrPeer(() => undefined);
    await peer.close();
    await expect(transfer({ port: peer.port }).fetch(DOMAIN, '127.0.0.1')).rejects.toThrow();
  });

  it('a name that does not exist', async () => {
    opened(await serveDns(() => undefined));
    const fetched = transfer({}).fetch(DOMAIN, 'no-such-host.invalid');
    await expect(fetched).rejects.toThrow('a name without an address');
  });

  it('[D-110] a name whose nameservers do not answer, in time', async () => {
    opened(await serveDns(() => null));
    const fetched = transfer({ totalMs: 50 }).fetch(DOMAIN, 'ns.elsewhere.example');
    await expect(fetched).rejects.toThrow('timeout');
  });

  it('an address that may not be connected to is not', async () => {
    const peer = opened(await axfrPeer(serving([])));
    const settings = { nameservers: [], allowedNetworks: [], sourceIps: [] };
    const strict = new ZoneTransfer({ ...settings, bounds: { ...AXFR_BOUNDS, port: peer.port } });
    opened(await serveDns(() => ['127.0.0.1', '::1']));
    for (const host of [
      '127.0.0.1',
      'ns.elsewhere.example',
      '::ffff:127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
    ]) {
      await expect(strict.fetch(DOMAIN, host)).rejects.toThrow('no address that may be connected to');
    }
    expect(peer.connections()).toBe(0);
  });
});
