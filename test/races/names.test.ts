import { startApp, type TestApp } from '../support/app.js';
import { axfrPeer, serving, type AxfrPeer } from '../support/axfr-peer.js';
import { Client, type Answer } from '../support/client.js';
import { nextDomain, transferFrom } from '../support/domains.js';
import { done, makeAccount, next } from '../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith, type FakeRegistry } from '../support/registry.js';
import { query } from '../support/sql.js';

/**
 * Every relation of two accounts' names: the second one wants a name above, at or below one of the first, whatever the first one's
 * records and the registry say of it, in every way, on two replicas at once.
 */
const DAY_SECONDS = 86_400;
const HERE = ['ns1.provider.example', 'ns2.provider.example'];
const ELSEWHERE = ['ns1.elsewhere.example', 'ns2.elsewhere.example'];
const NOT_AVAILABLE = 'Domain is not available.';
const TAKEN = 'Domain already exists.';
const CONFLICTS = 'Domain conflicts with a domain of another account.';

let replicas: readonly [TestApp, TestApp];
let peer: AxfrPeer;
let registry: FakeRegistry;
const delegations = new Map<string, readonly string[]>();
beforeAll(async () => {
  const settings = { NAMESERVERS: HERE.join(), REGISTRY_CHECK: 'on' };
  const first = await startApp(settings);
  replicas = [first, await startApp(settings, first)];
  peer = await axfrPeer(serving([]));
  registry = await fakeRegistry(zoneWith('test', delegations));
  for (const app of replicas) {
    transferFrom(app, peer.port);
    claimsAsk(app, registry.port);
  }
});
afterAll(async () => {
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
const slave = (domain: string) => ({ domain, type: 'slave', master_ips: ['192.0.2.1'] });

const newName = () => `a.b.name-${next()}.test`;

/** The names around `name` that another account may want. */
const RELATIONS = {
  'the name': (name: string) => name,
  'a name above': (name: string) => name.slice(name.indexOf('.') + 1),
  'two above': (name: string) => name.split('.').slice(2).join('.'),
  'a name below': (name: string) => `www.${name}`,
  'the delegated name': (name: string) => `sub.${name}`,
  'below the delegated name': (name: string) => `x.y.sub.${name}`,
} as const;
type Relation = keyof typeof RELATIONS;

/** Every way to get a name, on both replicas at once. */
async function takeEveryWay(clients: Both, domain: string): Promise<Answer[]> {
  const { id } = done(await clients[0].post('/domains', master(nextDomain())));
  const ways = (client: Client) => [
    client.post('/domains', master(domain)),
    client.post('/domains', slave(domain)),
    client.put(`/domains/${id}`, { domain }),
    client.post(`/domains/${id}/clone`, { domain }),
    client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }),
  ];
  return Promise.all(clients.flatMap(ways));
}

async function prove([client]: Both, domain: string): Promise<string> {
  const { id, nameserver } = done(await client.post('/domains/claims', { domain }));
  delegations.set(domain, [nameserver]);
  return done(await client.post(`/domains/claims/${id}/check`)).status;
}

/** How the first account has the name, and why others are refused the name itself. */
const HELD: readonly (readonly [string, (owner: Both, name: string) => Promise<unknown>, string])[] = [
  ['has it', ([client], name) => client.post('/domains', master(name)), TAKEN],
  [
    'has it, disabled',
    ([client], name) => client.post('/domains', { ...master(name), status: 'disabled' }),
    TAKEN,
  ],
  ['has it as a slave', ([client], name) => client.post('/domains', slave(name)), TAKEN],
  [
    'gave it up',
    async ([client], name) => {
      const { id } = done(await client.post('/domains', master(name)));
      replicas[0].clock.forward(2 * DAY_SECONDS);
      await client.delete(`/domains/${id}`);
    },
    NOT_AVAILABLE,
  ],
  [
    'has proven a claim of it',
    async (owner, name) => expect(await prove(owner, name)).toBe('done'),
    NOT_AVAILABLE,
  ],
  [
    'has proven a claim that waits for a third account’s domain',
    async (owner, name) => {
      const [third] = await account();
      done(await third.post('/domains', master(name)));
      expect(await prove(owner, name)).toBe('verified');
    },
    NOT_AVAILABLE,
  ],
];

/** What its domain and the registry say of `sub` and of the name. */
const DELEGATED = [
  ['nobody', []],
  ['the platform', HERE],
  ['others', ELSEWHERE],
  ['both', [HERE[0]!, ELSEWHERE[0]!]],
] as const;

describe('[D-201] [D-203] [D-204] [D-286] whoever wants a name around another account’s gets none of the names around', () => {
  it.each(HELD)('when that account %s', async (_held, hold, reason) => {
    const [owner, other] = [await account(), await account()];
    const name = newName();
    await hold(owner, name);
    for (const relation of Object.keys(RELATIONS) as Relation[]) {
      const answers = await takeEveryWay(other, RELATIONS[relation](name));
      const expected = relation === 'the name' ? reason : CONFLICTS;
      expect([relation, reasonsOf(answers)]).toEqual([relation, [expected]]);
    }
  });

  it.each(DELEGATED)('and its domain delegates to %s', async (_whom, hosts) => {
    const [owner, other] = [await account(), await account()];
    const name = newName();
    const { id } = done(await owner[0].post('/domains', master(name)));
    for (const host of hosts) {
      const record = { type: 'NS', name: 'sub', target: host };
      done(await owner[1].post(`/domains/${id}/records`, record));
    }
    for (const [whom, registered] of DELEGATED) {
      for (const one of [name, `sub.${name}`]) delegations.set(one, registered);
      for (const relation of Object.keys(RELATIONS) as Relation[]) {
        const answers = await takeEveryWay(other, RELATIONS[relation](name));
        const expected = relation === 'the name' ? TAKEN : CONFLICTS;
        expect([whom, relation, reasonsOf(answers)]).toEqual([whom, relation, [expected]]);
      }
    }
  });

  it('and wants it at the same moment: of names around each other, one account gets all that were got', async () => {
    for (const relation of Object.keys(RELATIONS) as Relation[]) {
      const [owner, other] = [await account(), await account()];
      const name = newName();
      const [made, answers] = await Promise.all([
        owner[0].post('/domains', master(name)),
        takeEveryWay(other, RELATIONS[relation](name)),
      ]);
      const got = answers.filter(({ status }) => status === 200).length;
      expect([relation, made.status === 200, got]).toEqual([relation, got === 0, got === 0 ? 0 : 1]);
    }
  });
});

describe('[D-287] a claim ends what others have', () => {
  it.each([
    ['the name', true],
    ['a name above', false],
    ['two above', false],
    ['a name below', true],
    ['below the delegated name', true],
  ] as const)('at %s: %s', async (relation, ends) => {
    const [claimant, other] = [await account(), await account()];
    const name = newName();
    const { id } = done(await other[0].post('/domains', master(RELATIONS[relation](name))));
    expect(await prove(claimant, name)).toBe(ends ? 'verified' : 'done');
    replicas[0].clock.forward(4 * DAY_SECONDS);
    const claims = (await claimant[1].get('/domains/claims')).body.data as { id: number }[];
    const checked = claimant.map((client) => client.post(`/domains/claims/${claims[0]!.id}/check`));
    expect((await Promise.all(checked)).map(({ body }) => body.status)).toEqual(['done', 'done']);
    expect((await other[1].get(`/domains/${id}`)).status).toBe(ends ? 404 : 200);
    expect((await claimant[1].post('/domains', master(name))).status).toBe(200);
    // Beside a domain above, the claimant has this one name and no other.
    const around = await takeEveryWay(claimant, `beside.${RELATIONS['a name above'](name)}`);
    const free = relation !== 'a name above' && relation !== 'two above';
    expect(around.some(({ status }) => status === 200)).toBe(free);
  });

  it('or nothing, when the domain above, which is served here, does not prove it', async () => {
    const [owner, squatter, stranger] = [await account(), await account(), await account()];
    const name = newName();
    done(await owner[0].post('/domains', master(name)));
    delegations.set(name, HERE);
    const { id } = done(await squatter[0].post('/domains', master(nextDomain())));
    // As was possible before D-286.
    await query(replicas[0], 'UPDATE domains SET domain = $2 WHERE id = $1', [id, `sub.${name}`]);
    for (const one of [owner, squatter, stranger]) expect(await prove(one, `sub.${name}`)).toBe('pending');
    expect((await squatter[1].get(`/domains/${id}`)).status).toBe(200);
  });
});

/** The different reasons of refusals; a request that was carried out has none. */
function reasonsOf(answers: readonly Answer[]): string[] {
  return [
    ...new Set(answers.map(({ status, body }) => (status === 400 ? body.errors[0].reason : String(status)))),
  ];
}
