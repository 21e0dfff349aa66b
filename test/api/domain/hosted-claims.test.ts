import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { done, makeAccount, next } from '../../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith, type FakeRegistry } from '../../support/registry.js';
import { query } from '../../support/sql.js';

const HOUR_SECONDS = 3600;
const HERE = ['ns1.provider.example', 'ns2.provider.example'];
const ELSEWHERE = ['ns.elsewhere.example'];
const CONFLICTS = refusal('domain', 'Domain conflicts with a domain of another account.');

let app: TestApp;
let registry: FakeRegistry;
const delegations = new Map<string, readonly string[]>();
beforeAll(async () => {
  app = await startApp({ NAMESERVERS: HERE.join() });
  registry = await fakeRegistry(zoneWith('test', delegations));
  claimsAsk(app, registry.port);
});
afterAll(async () => {
  await registry.close();
  await app.close();
});

async function newClient(): Promise<Client> {
  return (await makeAccount(app)).client;
}

async function create(client: Client, domain: string) {
  return client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' });
}

async function delegate(client: Client, id: number, name: string, host: string) {
  return done(await client.post(`/domains/${id}/records`, { type: 'NS', name, target: host }));
}

async function claim(client: Client, domain: string) {
  return done(await client.post('/domains/claims', { domain }));
}

async function check(client: Client, id: number): Promise<string> {
  return done(await client.post(`/domains/claims/${id}/check`)).status;
}

/** A domain that its registry delegates to these nameservers. */
async function parentDomain(owner: Client, hosts: readonly string[] = HERE) {
  const made = done(await create(owner, `parent-${next()}.test`));
  delegations.set(made.domain, hosts);
  return made as { id: number; domain: string };
}

/** A domain that an account has below one of another, as was possible before D-286. */
async function squat(squatter: Client, domain: string) {
  const made = done(await create(squatter, `squat-${next()}.example`));
  await query(app, 'UPDATE domains SET domain = $2 WHERE id = $1', [made.id, domain]);
  return made as { id: number };
}

describe('[D-287] a claim below a domain that is served here', () => {
  it('lets the owner of the domain win a name back: the squatter’s domain is deleted, the domain above stays', async () => {
    const [owner, squatter] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner);
    const wanted = `dev.${parent.domain}`;
    const squatted = await squat(squatter, wanted);
    const { id, nameserver } = await claim(owner, wanted);
    expect(await check(owner, id)).toBe('pending');
    await delegate(owner, parent.id, 'dev', `${nameserver.toUpperCase()}.`);
    expect(await check(owner, id)).toBe('verified');
    app.clock.forward(72 * HOUR_SECONDS);
    expect(await check(owner, id)).toBe('done');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(404);
    expect((await owner.get(`/domains/${parent.id}`)).status).toBe(200);
    expect((await create(owner, wanted)).status).toBe(200);
  });

  it('lets another account in, beside the domain above', async () => {
    const [owner, guest] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner);
    const wanted = `dev.${parent.domain}`;
    const { id, nameserver } = await claim(guest, wanted);
    const record = await delegate(owner, parent.id, 'dev', nameserver);
    expect(await check(guest, id)).toBe('done');
    expect((await create(await newClient(), wanted)).status).toBe(400);
    done(await create(guest, wanted));
    done(await owner.delete(`/domains/${parent.id}/records/${record.id}`));
    expect((await owner.get('/domains')).body.data).toMatchObject([{ domain: parent.domain }]);
    expect((await guest.get('/domains')).body.data).toMatchObject([{ domain: wanted }]);
    expect((await create(guest, `beside.${parent.domain}`)).body).toEqual(CONFLICTS);
  });

  it('is not proven by the registry’s word: the domain above decides', async () => {
    const [owner, stranger] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner);
    const { id, domain, nameserver } = await claim(stranger, `dev.${parent.domain}`);
    delegations.set(domain, [nameserver]);
    expect(await check(stranger, id)).toBe('pending');
  });

  it.each([
    ['is delegated to others', ELSEWHERE, {}],
    ['is not delegated', [], {}],
    ['is disabled', HERE, { status: 'disabled' }],
    ['is a slave', HERE, { type: 'slave', master_ips: ['192.0.2.1'] }],
  ])('of a domain that %s is proven at the registry alone', async (_case, hosts, changes) => {
    const [owner, other] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner, hosts);
    const { id, domain, nameserver } = await claim(other, `dev.${parent.domain}`);
    await delegate(owner, parent.id, 'dev', nameserver);
    done(await owner.put(`/domains/${parent.id}`, changes));
    expect(await check(other, id)).toBe('pending');
    delegations.set(domain, [nameserver]);
    expect(await check(other, id)).toBe('done');
    done(await create(other, domain));
    expect((await owner.get(`/domains/${parent.id}`)).status).toBe(200);
  });

  it('waits while the registry does not say whether the domain above is delegated here', async () => {
    const [owner, guest] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner);
    const { id, nameserver } = await claim(guest, `dev.${parent.domain}`);
    await delegate(owner, parent.id, 'dev', nameserver);
    claimsAsk(app, registry.port, { allowedNetworks: [] });
    expect(await check(guest, id)).toBe('pending');
    claimsAsk(app, registry.port);
    expect(await check(guest, id)).toBe('done');
  });

  it('is proven in the nearest domain above, whose own delegation may come from a domain here', async () => {
    const [owner, squatter] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner);
    const middle = done(await create(owner, `dev.${parent.domain}`));
    const wanted = `a.dev.${parent.domain}`;
    await squat(squatter, wanted);
    const { id, nameserver } = await claim(owner, wanted);
    await delegate(owner, parent.id, 'a.dev', nameserver);
    expect(await check(owner, id)).toBe('pending');
    await delegate(owner, middle.id, 'a', nameserver);
    expect(await check(owner, id)).toBe('verified');
  });

  it('is not proven by a squatter’s domain below the owner’s', async () => {
    const [owner, squatter] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner);
    await delegate(owner, parent.id, 'dev', ELSEWHERE[0]!);
    const squatted = await squat(squatter, `dev.${parent.domain}`);
    const { id, nameserver } = await claim(squatter, `a.dev.${parent.domain}`);
    await delegate(squatter, squatted.id, 'a', nameserver);
    expect(await check(squatter, id)).toBe('pending');
  });

  it('is proven once more when its time is over', async () => {
    const [owner, squatter] = [await newClient(), await newClient()];
    const parent = await parentDomain(owner);
    const squatted = await squat(squatter, `dev.${parent.domain}`);
    const { id, nameserver } = await claim(owner, `dev.${parent.domain}`);
    const record = await delegate(owner, parent.id, 'dev', nameserver);
    expect(await check(owner, id)).toBe('verified');
    done(await owner.delete(`/domains/${parent.id}/records/${record.id}`));
    app.clock.forward(72 * HOUR_SECONDS);
    expect(await check(owner, id)).toBe('expired');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(200);
  });
});
