import { startApp, type TestApp } from '../../support/app.js';
import { axfrPeer, serving } from '../../support/axfr-peer.js';
import { platform, refusal, type Answer, type Client } from '../../support/client.js';
import { makeDomain, transferFrom } from '../../support/domains.js';
import { done, makeAccount, next } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';
import {
  claimsAsk,
  fakeRegistry,
  SERVFAIL,
  zoneWith,
  zoneWithLame,
  type Answering,
  type FakeRegistry,
} from '../../support/registry.js';
import { query } from '../../support/sql.js';

const DAY_SECONDS = 86_400;
const HERE = ['ns1.provider.example', 'ns2.provider.example'];
const ELSEWHERE = ['ns1.elsewhere.example', 'ns2.elsewhere.example'];
const NEEDS_CLAIM = refusal('domain', 'Domain needs a claim.');

let app: TestApp;
let registry: FakeRegistry;
/** What the world says; a test may change it. */
let world: Answering;
let whileAsked = () => Promise.resolve<unknown>(undefined);
const delegations = new Map<string, readonly string[]>();
beforeAll(async () => {
  app = await startApp({ REGISTRY_CHECK: 'on', NAMESERVERS: HERE.join(), DATABASE_POOL: '3' });
  registry = await fakeRegistry(
    (question) => world(question),
    () => whileAsked(),
  );
  claimsAsk(app, registry.port);
});
beforeEach(() => {
  world = zoneWith('test', delegations);
  whileAsked = () => Promise.resolve();
});
afterAll(async () => {
  await registry.close();
  await app.close();
});

async function newClient(): Promise<Client> {
  return (await makeAccount(app)).client;
}

function newName(hosts: readonly string[] = []): string {
  const name = `name-${next()}.test`;
  if (hosts.length > 0) delegations.set(name, hosts);
  return name;
}

function create(client: Client, domain: string): Promise<Answer> {
  return client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' });
}

/** Every way to get a name. */
async function waysToGet(client: Client, domain: string): Promise<Answer[]> {
  const { id } = await makeDomain(client);
  const peer = await axfrPeer(serving([]));
  transferFrom(app, peer.port);
  const narrowed = await narrow(app, client, { sources: ['0.0.0.0/0', '::/0'] });
  const answers = [
    await create(client, domain),
    await client.post('/domains', { domain, type: 'slave', master_ips: ['192.0.2.1'] }),
    await client.post(`/domains/${id}/clone`, { domain }),
    await client.put(`/domains/${id}`, { domain }),
    await narrowed.put(`/domains/${id}`, { domain }),
    await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }),
  ];
  await peer.close();
  return answers;
}

async function proveClaim(client: Client, domain: string): Promise<void> {
  const { id, nameserver } = done(await client.post('/domains/claims', { domain }));
  const before = delegations.get(domain)!;
  delegations.set(domain, [...before, nameserver]);
  expect(done(await client.post(`/domains/claims/${id}/check`)).status).toBe('done');
  delegations.set(domain, before);
}

describe('[D-291] a name whose delegation waits here', () => {
  it.each([
    ['to the platform', HERE],
    ['to one of its nameservers, in another case, beside others', [...ELSEWHERE, 'NS2.Provider.Example']],
  ])('is refused in every way when its registry delegates it %s', async (_case, hosts) => {
    const client = await newClient();
    const name = newName(hosts);
    const answers = await waysToGet(client, name.toUpperCase());
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [400, NEEDS_CLAIM]));
    expect((await client.get('/domains')).body.results).toBe(1);
  });

  it.each([
    ['delegated to others', ELSEWHERE],
    ['not delegated', []],
  ])('is not one that is %s', async (_case, hosts) => {
    expect((await create(await newClient(), newName(hosts))).status).toBe(200);
  });

  it('may be the nearest delegated name above, which no resolver finds an answer for', async () => {
    const client = await newClient();
    const [here, elsewhere] = [newName(HERE), newName(ELSEWHERE)];
    world = zoneWithLame('test', delegations);
    for (const { body } of await waysToGet(client, `a.b.${here}`)) expect(body).toEqual(NEEDS_CLAIM);
    expect((await create(client, `a.b.${elsewhere}`)).status).toBe(200);
  });

  it('may be a zone above that others serve as well', async () => {
    const client = await newClient();
    const zone = newName([...ELSEWHERE, ...HERE]);
    world = (question) => {
      const inZone = question.name !== zone || question.recursive;
      return zoneWith(inZone && question.name.endsWith(zone) ? zone : 'test', delegations)(question);
    };
    expect((await create(client, `www.${zone}`)).body).toEqual(NEEDS_CLAIM);
    delegations.set(zone, ELSEWHERE);
    expect((await create(client, `www.${zone}`)).status).toBe(200);
  });

  it('has a code, and help that names the way in', async () => {
    const client = await newClient();
    const answer = await client.send(
      'POST',
      '/domains',
      { domain: newName(HERE), type: 'master', soa_email: 'admin@example.com' },
      { Accept: 'application/problem+json' },
    );
    expect(answer.body).toMatchObject({
      status: 400,
      help: '/v4/domains/claims',
      errors: [
        {
          field: 'domain',
          code: 'domain_needs_claim',
          reason: 'Domain needs a claim.',
          help: '/v4/domains/claims',
        },
      ],
    });
  });

  it('[D-27] is reported together with the fields that the type needs', async () => {
    const client = await newClient();
    const { errors } = (await client.post('/domains', { domain: newName(HERE), type: 'master' })).body;
    expect(errors).toEqual([
      ...NEEDS_CLAIM.errors,
      { field: 'soa_email', reason: 'soa_email required when type=master' },
    ]);
  });
});

describe('[D-291] accounts that may have the name without a claim', () => {
  it('has proven a claim of it, or of the delegated name above', async () => {
    const [client, stranger] = [await newClient(), await newClient()];
    const name = newName(HERE);
    await proveClaim(client, name);
    expect((await create(stranger, name)).status).toBe(400);
    world = zoneWithLame('test', delegations);
    expect((await create(client, `www.${name}`)).status).toBe(200);
    expect((await create(client, name)).status).toBe(200);
  });

  it('has it: names below it are free for the account, and a rename to the same name', async () => {
    const client = await newClient();
    const name = newName();
    const { id } = done(await create(client, name));
    delegations.set(name, HERE);
    world = zoneWithLame('test', delegations);
    expect((await create(client, `www.${name}`)).status).toBe(200);
    expect((await client.put(`/domains/${id}`, { domain: name, description: 'x' })).status).toBe(200);
  });

  it('had it, or comes after one who had it', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const name = newName();
    const { id } = done(await create(client, name));
    delegations.set(name, HERE);
    app.clock.forward(2 * DAY_SECONDS);
    done(await client.delete(`/domains/${id}`));
    const again = done(await create(client, name));
    done(await client.delete(`/domains/${again.id}`));
    app.clock.forward(31 * DAY_SECONDS);
    expect((await create(other, name)).status).toBe(200);
  });

  it('was given the name by the platform, or one above', async () => {
    const { id, client } = await makeAccount(app);
    const name = newName(HERE);
    done(await platform(app).put(`/domains/${name}/holder`, { account_id: id }));
    world = zoneWithLame('test', delegations);
    expect((await create(client, `www.${name}`)).status).toBe(200);
    expect((await create(client, name)).status).toBe(200);
  });

  it('delegates it in a domain that the registry delegates here, too', async () => {
    const client = await newClient();
    const zone = newName();
    done(await create(client, zone));
    delegations.set(`sub.${zone}`, HERE);
    world = (question) => {
      const isBelow = question.name.endsWith(`.${zone}`) || (question.recursive && question.name === zone);
      return zoneWith(isBelow ? zone : 'test', delegations)(question);
    };
    delegations.set(zone, ELSEWHERE);
    expect((await create(client, `sub.${zone}`)).body).toEqual(NEEDS_CLAIM);
    delegations.set(zone, HERE);
    expect((await create(client, `sub.${zone}`)).status).toBe(200);
  });
});

describe('[D-291] the registry', () => {
  it('that does not answer, or answers with nonsense, refuses nothing', async () => {
    const client = await newClient();
    for (const answer of [null, { flags: SERVFAIL }, Buffer.alloc(40, 0xff)]) {
      const name = newName(HERE);
      world = (question) => (question.recursive ? zoneWith('test', delegations)(question) : answer);
      expect((await create(client, name)).status).toBe(200);
    }
    world = () => null;
    expect((await create(client, newName(HERE))).status).toBe(200);
  });

  it('is asked once, and not for a name that is refused anyway, nor in a dry run', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const name = newName();
    const questions = () => registry.asked.filter(({ recursive }) => !recursive).length;
    let before = questions();
    done(await create(client, name));
    expect(questions() - before).toBe(1);
    before = registry.asked.length;
    for (const { status } of await waysToGet(other, `www.${name}`)) expect(status).toBe(400);
    // The domain that `waysToGet` renames and clones is of a zone that has no delegations.
    const asked = registry.asked.slice(before).map((question) => question.name);
    expect(asked.filter((one) => one.endsWith(name))).toEqual([]);
    before = registry.asked.length;
    const body = { domain: newName(HERE), type: 'master', soa_email: 'admin@example.com' };
    expect((await client.send('POST', '/domains', body, { 'Dry-Run': 'true' })).status).toBe(200);
    expect(registry.asked.length).toBe(before);
  });

  it('is asked without a connection and a lock: others go on meanwhile', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, newClient));
    const other = await newClient();
    let asked = 0;
    const answered: (() => void)[] = [];
    const allAsked = new Promise<void>((resolve) => {
      whileAsked = () => {
        if (++asked === clients.length) resolve();
        return new Promise<void>((resume) => answered.push(resume));
      };
    });
    const names = clients.map(() => newName());
    const creations = clients.map((client, i) => create(client, names[i]!));
    await allAsked;
    expect((await other.put('/profile', { timezone: 'Europe/Berlin' })).status).toBe(200);
    const held = await query(
      app,
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'
       UNION ALL SELECT locktype FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE d.datname = current_database() AND locktype = 'advisory'`,
    );
    expect(held).toEqual([]);
    for (const resume of answered) resume();
    expect((await Promise.all(creations)).map(({ status }) => status)).toEqual(names.map(() => 200));
  });

  it.each([
    ['create', (client: Client, _id: number, domain: string) => create(client, domain)],
    ['rename', (client: Client, id: number, domain: string) => client.put(`/domains/${id}`, { domain })],
    [
      'clone',
      (client: Client, id: number, domain: string) => client.post(`/domains/${id}/clone`, { domain }),
    ],
  ])('[D-206] a token that is revoked meanwhile changes nothing: %s', async (_way, change) => {
    const { id: accountId, client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    whileAsked = () => query(app, 'DELETE FROM tokens WHERE token_hash = sha256($1)', [client.token]);
    expect((await change(client, id, newName())).status).toBe(401);
    const rows = await query(app, `SELECT FROM domains WHERE account_id = $1 AND domain LIKE '%.test'`, [
      accountId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is not asked unless REGISTRY_CHECK is on', async () => {
    const other = await startApp({ NAMESERVERS: HERE.join() });
    claimsAsk(other, registry.port);
    const { client } = await makeAccount(other);
    const before = registry.asked.length;
    expect((await create(client, newName(HERE))).status).toBe(200);
    expect(registry.asked.length).toBe(before);
    await other.close();
  });
});
