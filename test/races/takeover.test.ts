import { domainToASCII } from 'node:url';
import pg from 'pg';
import { ClaimChecksService } from '../../src/domain/claims/claim-checks.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { axfrPeer, serving, type AxfrPeer } from '../support/axfr-peer.js';
import { Client, platform, type Answer } from '../support/client.js';
import { nextDomain, transferFrom } from '../support/domains.js';
import { done, makeAccount, next } from '../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith, type FakeRegistry } from '../support/registry.js';

const DAY_SECONDS = 86_400;
const RESERVED = 'bücher-reserved.test';
const REFUSED = [
  'Domain is not available.',
  'Domain already exists.',
  'Domain conflicts with a domain of another account.',
];

/** Two replicas of one service. */
let replicas: readonly [TestApp, TestApp];
let peer: AxfrPeer;
let registry: FakeRegistry;
let database: pg.Client;
const delegations = new Map<string, readonly string[]>();
beforeAll(async () => {
  const settings = { RESERVED_DOMAINS: domainToASCII(RESERVED) };
  const first = await startApp(settings);
  replicas = [first, await startApp(settings, first)];
  peer = await axfrPeer(serving([]));
  registry = await fakeRegistry(zoneWith('test', delegations));
  for (const app of replicas) {
    transferFrom(app, peer.port);
    claimsAsk(app, registry.port);
  }
  database = new pg.Client(first.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await registry.close();
  await peer.close();
  for (const app of [...replicas].reverse()) await app.close();
});

/** An account's clients, one on each replica. */
type Both = readonly [Client, Client];

async function account(): Promise<Both> {
  const { client } = await makeAccount(replicas[0]);
  return [client, new Client(replicas[1].url, client.token)];
}

const master = (domain: string) => ({ domain, type: 'master', soa_email: 'admin@example.com' });

/** An attacker with a domain of its own, which can be renamed and cloned. */
async function attacker() {
  const clients = await account();
  const { id, domain } = done(await clients[0].post('/domains', master(nextDomain())));
  return { clients, id, domain };
}
type Attacker = Awaited<ReturnType<typeof attacker>>;

/** Every way to get a name, on both replicas at once. */
function takeEveryWay({ clients, id }: Attacker, domain: string): Promise<Answer[]> {
  const ways = (client: Client) => [
    client.post('/domains', master(domain)),
    client.post('/domains', { domain, type: 'slave', master_ips: ['192.0.2.1'] }),
    client.put(`/domains/${id}`, { domain }),
    client.post(`/domains/${id}/clone`, { domain }),
    client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }),
  ];
  return Promise.all(clients.flatMap(ways));
}

/** A name with a Unicode label, three labels below a top-level name. */
function newName(): string {
  return `a.b.bücher-${next()}.test`;
}

/** The name itself, every name above it, and names below it. */
function related(name: string): string[] {
  const labels = name.split('.');
  const above = labels.slice(1, -1).map((_, i) => labels.slice(i + 1).join('.'));
  return [name, ...above, `www.${name}`, `x.y.z.${name}`, `straße.${name}`];
}

/** Spellings that mean the same name. */
function spellings(name: string): string[] {
  return [
    name,
    `${name}.`,
    name.toUpperCase(),
    domainToASCII(name),
    domainToASCII(name).toUpperCase(),
    name.normalize('NFD'),
    name.replaceAll('.', '\u3002'),
    name.replace('b', '\uff42'),
    name.replace('cher', 'c\u00adher'),
  ];
}

/** Of all names that the attacker has, those that lie at, above or below a name that is not theirs. */
async function stolen(name: string, { id }: Attacker): Promise<string[]> {
  const { rows } = await database.query<{ domain: string }>(
    `SELECT d.domain FROM domains d, (SELECT account_id FROM domains WHERE id = $2) attacker
     WHERE d.account_id = attacker.account_id AND (d.domain = $1 OR d.domain LIKE '%.' || $1 OR $1 LIKE '%.' || d.domain)`,
    [domainToASCII(name), id],
  );
  return rows.map((row) => row.domain);
}

type Situation = (owner: Both, name: string) => Promise<void>;

const has: Situation = async ([client], name) => void done(await client.post('/domains', master(name)));

async function gaveUp([client]: Both, name: string, way: (id: number) => Promise<Answer>) {
  const { id } = done(await client.post('/domains', master(name)));
  replicas[0].clock.forward(2 * DAY_SECONDS);
  done(await way(id));
}

/** How a name is another account's. */
const SITUATIONS: readonly (readonly [string, Situation])[] = [
  ['has', has],
  [
    'has, disabled',
    async ([client], name) =>
      void done(await client.post('/domains', { ...master(name), status: 'disabled' })),
  ],
  [
    'has as a slave',
    async ([client], name) =>
      void done(await client.post('/domains', { domain: name, type: 'slave', master_ips: ['192.0.2.1'] })),
  ],
  ['deleted', (owner, name) => gaveUp(owner, name, (id) => owner[1].delete(`/domains/${id}`))],
  [
    'renamed',
    (owner, name) => gaveUp(owner, name, (id) => owner[1].put(`/domains/${id}`, { domain: nextDomain() })),
  ],
  [
    'proved at the registry',
    async ([client], name) => {
      const claim = done(await client.post('/domains/claims', { domain: name }));
      delegations.set(claim.domain, [claim.nameserver]);
      done(await client.post(`/domains/claims/${claim.id}/check`));
    },
  ],
  [
    'proved at the registry, and has made',
    async (owner, name) => {
      const claim = done(await owner[0].post('/domains/claims', { domain: name }));
      delegations.set(claim.domain, [claim.nameserver]);
      done(await owner[0].post(`/domains/claims/${claim.id}/check`));
      await has(owner, name);
    },
  ],
];

describe('[D-201] [D-202] [D-203] [D-204] an attacker gets no name that is not theirs, on two replicas at once', () => {
  it.each(SITUATIONS)('another account %s it', async (_situation, situation) => {
    const [owner, thief] = [await account(), await attacker()];
    const name = newName();
    await situation(owner, name);
    for (const wanted of related(name).flatMap((one, i) =>
      i === 0 ? spellings(one) : [one, `${one.toUpperCase()}.`],
    )) {
      const answers = await takeEveryWay(thief, wanted);
      const wrong = answers.filter(
        ({ status, body }) => status !== 400 || !REFUSED.includes(body.errors[0].reason),
      );
      expect([wanted, wrong]).toEqual([wanted, []]);
    }
    expect(await stolen(name, thief)).toEqual([]);
  });

  it.each([
    ['reserved', () => Promise.resolve(RESERVED)],
    [
      'given by the platform',
      async () => {
        const name = newName();
        const { id } = await makeAccount(replicas[0]);
        done(await platform(replicas[0]).put(`/domains/${domainToASCII(name)}/holder`, { account_id: id }));
        return name;
      },
    ],
  ])('it is %s, with all below it', async (_situation, situation) => {
    const thief = await attacker();
    const name = await situation();
    for (const wanted of [...spellings(name), `www.${name}`, `x.y.z.${name}`]) {
      const answers = await takeEveryWay(thief, wanted);
      expect([wanted, answers.filter(({ status }) => status !== 400)]).toEqual([wanted, []]);
    }
  });

  it('by a record of a domain of theirs', async () => {
    const [owner, thief] = [await account(), await attacker()];
    const name = newName();
    await has(owner, name);
    for (const wanted of [`${name}.`, `www.${domainToASCII(name)}.`, `*.${domainToASCII(name)}.`]) {
      const record = { type: 'A', name: wanted, target: '192.0.2.66' };
      const answer = await thief.clients[1].post(`/domains/${thief.id}/records`, record);
      expect([wanted, answer.status]).toEqual([wanted, 400]);
    }
  });

  it('in a race with who creates it: of names above each other, one account gets all that were got', async () => {
    for (let round = 0; round < 15; round++) {
      const [owner, thief] = [await account(), await attacker()];
      const name = newName();
      const wanted = related(name)[round % related(name).length]!;
      const [made] = await Promise.all([
        owner[round % 2]!.post('/domains', master(name)),
        takeEveryWay(thief, wanted),
      ]);
      const got = await stolen(name, thief);
      expect([made.status === 200, got.length > 0]).toEqual([got.length === 0, made.status !== 200]);
    }
  });

  it('in a race with a claim that becomes done: the attacker’s domains go, and none comes after it', async () => {
    for (let round = 0; round < 6; round++) {
      const [owner, thief] = [await account(), await attacker()];
      const name = newName();
      done(await thief.clients[0].post('/domains', master(name)));
      const claim = done(await owner[0].post('/domains/claims', { domain: name }));
      delegations.set(claim.domain, [claim.nameserver]);
      done(await owner[0].post(`/domains/claims/${claim.id}/check`));
      replicas[0].clock.forward(3 * DAY_SECONDS);
      const below = related(name).slice(-3);
      await Promise.all([
        ...replicas.map(({ app }) => app.get(ClaimChecksService).checkDue()),
        ...[name, ...below].map((wanted, i) => thief.clients[i % 2]!.post('/domains', master(wanted))),
      ]);
      expect(done(await owner[0].get(`/domains/claims/${claim.id}`)).status).toBe('done');
      expect(await stolen(name, thief)).toEqual([]);
      expect((await owner[1].post('/domains', master(name))).status).toBe(200);
    }
  });
});
