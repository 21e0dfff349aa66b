import pg from 'pg';
import { ClaimChecksService } from '../../src/domain/claims/claim-checks.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, type Answer } from '../support/client.js';
import { done, makeAccount, next } from '../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith, type FakeRegistry } from '../support/registry.js';

let replicas: readonly [TestApp, TestApp];
let registry: FakeRegistry;
const delegations = new Map<string, readonly string[]>();
/** Called before the registry answers whether it lists a name. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
beforeAll(async () => {
  const first = await startApp({ DATABASE_LOCK_TIMEOUT_SECONDS: '1' });
  replicas = [first, await startApp({}, first)];
  registry = await fakeRegistry(zoneWith('test', delegations), () => meanwhile());
  for (const app of replicas) claimsAsk(app, registry.port);
});
afterAll(async () => {
  await registry.close();
  for (const app of [...replicas].reverse()) await app.close();
});
beforeEach(() => (meanwhile = () => Promise.resolve()));

/** The account's client on each replica. */
async function account(): Promise<readonly [Client, Client]> {
  const { client } = await makeAccount(replicas[0]);
  return [client, new Client(replicas[1].url, client.token)];
}

function create(client: Client, domain: string): Promise<Answer> {
  return client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' });
}

async function claim([client]: readonly [Client, Client], domain: string) {
  const made = done(await client.post('/domains/claims', { domain }));
  delegations.set(domain, [...(delegations.get(domain) ?? []), made.nameserver]);
  return made;
}

const newName = () => `raced-${next()}.test`;
const runJobs = () => Promise.all(replicas.map(({ app }) => app.get(ClaimChecksService).checkDue()));

it('[D-204] of two proven claims of a name, one is done, and its account alone can create the name', async () => {
  for (let round = 0; round < 10; round++) {
    const accounts = [await account(), await account()] as const;
    const domain = newName();
    const claims = [await claim(accounts[0], domain), await claim(accounts[1], domain)];
    await Promise.all([
      accounts[0][0].post(`/domains/claims/${claims[0].id}/check`),
      accounts[1][1].post(`/domains/claims/${claims[1].id}/check`),
    ]);
    const statuses = await Promise.all(
      accounts.map(async ([client], i) => (await client.get(`/domains/claims/${claims[i].id}`)).body.status),
    );
    expect(statuses.filter((status) => status === 'done')).toHaveLength(1);
    const creations = await Promise.all(accounts.map(([client]) => create(client, domain)));
    expect(creations.map(({ status }) => status === 200)).toEqual(
      statuses.map((status) => status === 'done'),
    );
  }
});

it('[D-204] [D-287] a claim that is proven while others create the name, above and below it: theirs is told of, or refused', async () => {
  for (let round = 0; round < 10; round++) {
    const [owner, other] = [await account(), await account()];
    const above = newName();
    const domain = `b.${above}`;
    const made = await claim(owner, domain);
    const names = [domain, above, `a.${domain}`];
    const [, ...creations] = await Promise.all([
      owner[0].post(`/domains/claims/${made.id}/check`),
      ...names.map((name, i) => create(other[i % 2]!, name)),
    ]);
    const { status } = done(await owner[0].get(`/domains/claims/${made.id}`));
    const created = creations.filter((answer) => answer.status === 200);
    // D-287: a name above is not in the way.
    const inTheWay = created.filter(({ body }) => body.domain !== above);
    const told = (await other[0].filter('/account/events', { action: 'domain_claim' })).body.results;
    if (status === 'done') expect(inTheWay).toEqual([]);
    else expect([status, told]).toEqual(['verified', inTheWay.length]);
    expect((await create(other[0], `c.${domain}`)).status).toBe(400);
  }
});

it('[D-204] a claim that is withdrawn while the registry is asked stays withdrawn', async () => {
  const owner = await account();
  const made = await claim(owner, newName());
  meanwhile = () => owner[1].delete(`/domains/claims/${made.id}`);
  expect(done(await owner[0].post(`/domains/claims/${made.id}/check`)).status).toBe('withdrawn');
});

it('[D-206] a token that is revoked while the registry is asked changes nothing', async () => {
  const owner = await account();
  const made = await claim(owner, newName());
  const { id, token } = done(await owner[0].post('/profile/tokens', { scopes: '*' }));
  meanwhile = () => owner[0].delete(`/profile/tokens/${id}`);
  const answer = await new Client(replicas[0].url, token).post(`/domains/claims/${made.id}/check`);
  expect(answer.status).toBe(401);
  expect((await owner[0].get(`/domains/claims/${made.id}`)).body.status).toBe('pending');
});

it('[D-204] jobs of two replicas ask once for each claim, and each change happens once', async () => {
  const [owner, other] = [await account(), await account()];
  const names = Array.from({ length: 20 }, newName);
  const domains = await Promise.all(names.map((name) => create(other[0], name)));
  for (const name of names) await claim(owner, name);
  const asked = registry.asked.length;
  const ids = (await runJobs()).flat();
  expect(new Set(ids).size).toBe(ids.length);
  const questions = registry.asked
    .slice(asked)
    .filter(({ name, recursive }) => !recursive && names.includes(name));
  expect(questions).toHaveLength(names.length);
  replicas[0].clock.forward(72 * 3600);
  await runJobs();
  expect((await owner[0].filter('/domains/claims', { status: 'done' })).body.results).toBe(names.length);
  expect((await other[0].filter('/account/events', { action: 'domain_delete' })).body.results).toBe(
    domains.length,
  );
  expect((await other[0].get('/domains')).body.results).toBe(0);
});

it('[D-285] checks the claims of all accounts although the domain in the way of one cannot be locked', async () => {
  const [busy, other] = [await account(), await account()];
  const name = newName();
  done(await create(other[0], name));
  await claim(busy, name);
  // More than one batch.
  for (let count = 0; count < 9; count++) await claim(other, newName());
  const blocker = new pg.Client(replicas[0].databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM domains WHERE domain = $1 FOR UPDATE', [name]);
  const checked = replicas[0].app.get(ClaimChecksService).checkDue();
  await expect(checked).rejects.toThrow('temporarily unavailable');
  await blocker.end();
  expect((await other[0].filter('/domains/claims', { status: 'done' })).body.results).toBe(9);
});
