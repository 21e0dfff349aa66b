import { startApp, type TestApp } from '../../support/app.js';
import { axfrPeer, serving } from '../../support/axfr-peer.js';
import { platform, refusal, type Answer, type Client } from '../../support/client.js';
import { makeDomain, nextDomain, transferFrom } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    NAMESERVERS: 'ns1.provider.example,ns2.provider.example',
    PUBLIC_URL: 'https://api.cloud.example:8443',
    RESERVED_DOMAINS: 'brand.example, other-brand.example',
  });
});
afterAll(() => app.close());

const DAY_SECONDS = 86_400;
const CONFLICTS = refusal('domain', 'Domain conflicts with a domain of another account.');
const NOT_AVAILABLE = refusal('domain', 'Domain is not available.');
const TAKEN = refusal('domain', 'Domain already exists.');

function create(client: Client, domain: string): Promise<Answer> {
  return client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' });
}

/** Every way to get a name. */
async function waysToGet(client: Client, domain: string): Promise<Answer[]> {
  const { id } = await makeDomain(client);
  const peer = await axfrPeer(serving([]));
  transferFrom(app, peer.port);
  const answers = [
    await create(client, domain),
    await client.post(`/domains/${id}/clone`, { domain }),
    await client.put(`/domains/${id}`, { domain }),
    await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }),
  ];
  await peer.close();
  return answers;
}

async function twoAccounts(): Promise<[Client, Client]> {
  const [owner, other] = [await makeAccount(app), await makeAccount(app)];
  return [owner.client, other.client];
}

describe('[D-201] names above and below the domains of another account', () => {
  it.each([
    ['one level below', (name: string) => `www.${name}`],
    ['many levels below', (name: string) => `a.b.c.${name}`],
    ['below, in another case and with a final period', (name: string) => `WWW.${name.toUpperCase()}.`],
    ['below, internationalised', (name: string) => `bücher.${name}`],
    ['directly above', (name: string) => name.replace(/^[^.]+\./, '')],
    ['two levels above', (name: string) => name.replace(/^[^.]+\.[^.]+\./, '')],
  ])('%s is refused, in every way', async (_relation, related) => {
    const [owner, other] = await twoAccounts();
    const name = `a.b.${nextDomain().replace('.example.com', '.test')}`;
    await create(owner, name);
    const answers = await waysToGet(other, related(name));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [400, CONFLICTS]));
    expect((await other.get('/domains')).body.results).toBe(1);
  });

  it('are free for the account itself, and beside another account', async () => {
    const [owner, other] = await twoAccounts();
    const name = nextDomain();
    await create(owner, name);
    expect((await create(owner, `www.${name}`)).status).toBe(200);
    expect((await create(other, `x${name}`)).status).toBe(200);
  });

  it.each([
    ['the name to another provider', 'sub', ['ns.elsewhere.example']],
    ['a name above it to another provider', 'b.sub', ['ns.elsewhere.example']],
    ['the name to this platform', 'sub', ['ns1.provider.example', 'ns2.provider.example']],
    ['the name to both', 'sub', ['ns1.provider.example', 'ns.elsewhere.example']],
    ['its own apex to another provider', '', ['ns.elsewhere.example']],
  ])('[D-286] are refused when the domain delegates %s', async (_delegation, name, hosts) => {
    const [owner, other] = await twoAccounts();
    const { domain } = await makeDomain(
      owner,
      hosts.map((host) => ['NS', name, host] as const),
    );
    for (const wanted of [`sub.${domain}`, `b.sub.${domain}`, `a.b.sub.${domain}`]) {
      const answers = await waysToGet(other, wanted);
      expect(answers.map(({ body }) => body)).toEqual(answers.map(() => CONFLICTS));
    }
  });

  it('[D-27] are reported together with what the type needs', async () => {
    const [owner, other] = await twoAccounts();
    const { domain } = await makeDomain(owner);
    expect((await other.post('/domains', { domain: `a.${domain}`, type: 'master' })).body.errors).toEqual([
      ...CONFLICTS.errors,
      { field: 'soa_email', reason: 'soa_email required when type=master' },
    ]);
  });
});

describe('[D-202] names that are not available', () => {
  it.each([
    'co.uk',
    'github.io',
    'provider.example',
    'ns1.provider.example',
    'cloud.example',
    'brand.example',
    'a.other-brand.example',
  ])('%s', async (domain) => {
    const { client } = await makeAccount(app);
    for (const { status, body } of await waysToGet(client, domain)) {
      expect([status, body]).toEqual([400, NOT_AVAILABLE]);
    }
  });

  it('come before names that exist', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeAccount(app);
    await holderOf('PUT', 'taken.brand.example', { account_id: id });
    expect((await create(client, 'taken.brand.example')).body).toEqual(NOT_AVAILABLE);
  });
});

function holderOf(method: string, name: string, body?: object): Promise<Answer> {
  return platform(app).send(method, `/domains/${name}/holder`, body);
}

describe('[D-202] the platform gives a name to one account', () => {
  it('which can then create it and all names below, above all other rules', async () => {
    const [owner, other] = await twoAccounts();
    const holder = await makeAccount(app);
    const name = nextDomain();
    await create(owner, `www.${name}`);
    const given = await holderOf('PUT', `${name.toUpperCase()}.`, { account_id: holder.id });
    expect(given).toMatchObject({ status: 200, body: { domain: name, account_id: holder.id } });
    expect((await holderOf('GET', name)).body).toEqual(given.body);
    expect((await create(other, `a.${name}`)).body).toEqual(NOT_AVAILABLE);
    expect((await create(holder.client, name)).status).toBe(200);
    expect((await create(holder.client, `a.www.${name}`)).status).toBe(200);
    expect((await create(holder.client, `www.${name}`)).body).toEqual(TAKEN);
  });

  it('takes it back', async () => {
    const [, other] = await twoAccounts();
    const holder = await makeAccount(app);
    const name = nextDomain();
    await holderOf('PUT', name, { account_id: holder.id });
    expect(await holderOf('DELETE', name)).toMatchObject({ status: 200, body: {} });
    expect((await holderOf('GET', name)).status).toBe(404);
    expect((await holderOf('DELETE', name)).status).toBe(404);
    expect((await create(other, name)).status).toBe(200);
  });

  it('[D-276] leaves the name as it is when the account has it already', async () => {
    const [first, second] = [await makeAccount(app), await makeAccount(app)];
    const name = nextDomain();
    const given = done(await holderOf('PUT', name, { account_id: first.id }));
    app.clock.forward(60);
    expect(done(await holderOf('PUT', name, { account_id: first.id }))).toEqual(given);
    const other = done(await holderOf('PUT', name, { account_id: second.id }));
    expect(other.created > given.created).toBe(true);
    expect(done(await holderOf('GET', name))).toEqual(other);
  });

  it('refuses unknown accounts and invalid names', async () => {
    const answer = await holderOf('PUT', nextDomain(), { account_id: 999_999_999 });
    expect(answer).toMatchObject({ status: 400, body: refusal('account_id', 'account_id is not valid') });
    expect((await holderOf('PUT', 'nodots', { account_id: 1 })).status).toBe(404);
  });
});

describe('[D-203] names on hold', () => {
  it('keeps a name that an account had for a day for that account', async () => {
    const [owner, other] = await twoAccounts();
    const { domain, id } = await makeDomain(owner);
    app.clock.forward(DAY_SECONDS);
    await owner.delete(`/domains/${id}`);
    for (const { body } of await waysToGet(other, domain)) expect(body).toEqual(NOT_AVAILABLE);
    expect((await create(other, `www.${domain}`)).body).toEqual(CONFLICTS);
    expect((await create(owner, domain)).status).toBe(200);
  });

  it('ends after 30 days', async () => {
    const [owner, other] = await twoAccounts();
    const { domain, id } = await makeDomain(owner);
    app.clock.forward(DAY_SECONDS);
    await owner.delete(`/domains/${id}`);
    app.clock.forward(30 * DAY_SECONDS - 1);
    expect((await create(other, domain)).body).toEqual(NOT_AVAILABLE);
    app.clock.forward(1);
    expect((await create(other, `www.${domain}`)).status).toBe(200);
  });

  it('does not apply to a name that an account had for less than a day', async () => {
    const [owner, other] = await twoAccounts();
    const { domain, id } = await makeDomain(owner);
    app.clock.forward(DAY_SECONDS - 1);
    await owner.delete(`/domains/${id}`);
    expect((await create(other, domain)).status).toBe(200);
  });

  it('begins with a rename too, and does not end when the name returns for less than a day', async () => {
    const [owner, other] = await twoAccounts();
    const { domain, id } = await makeDomain(owner);
    app.clock.forward(DAY_SECONDS);
    await owner.put(`/domains/${id}`, { domain: nextDomain() });
    expect((await create(other, domain)).body).toEqual(NOT_AVAILABLE);
    const again = done(await create(owner, domain));
    await owner.delete(`/domains/${again.id}`);
    expect((await create(other, domain)).body).toEqual(NOT_AVAILABLE);
  });

  it('counts for the names above it too', async () => {
    const [owner, other] = await twoAccounts();
    const name = `a.${nextDomain().replace('.example.com', '.test')}`;
    const { id } = done(await create(owner, name));
    app.clock.forward(DAY_SECONDS);
    await owner.delete(`/domains/${id}`);
    expect((await create(other, name.slice(2))).body).toEqual(CONFLICTS);
  });
});
