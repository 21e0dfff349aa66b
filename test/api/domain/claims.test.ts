import pg from 'pg';
import { ClaimChecksService } from '../../../src/domain/claims/claim-checks.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { NOT_FOUND, platform, refusal, UNAUTHORIZED, type Client } from '../../support/client.js';
import { done, makeAccount, makeRestricted, next } from '../../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith, type FakeRegistry } from '../../support/registry.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const NOT_AVAILABLE = refusal('domain', 'Domain is not available.');
const CONFLICTS = refusal('domain', 'Domain conflicts with a domain of another account.');

let app: TestApp;
let registry: FakeRegistry;
const delegations = new Map<string, readonly string[]>();
beforeAll(async () => {
  app = await startApp({ NAMESERVERS: 'ns1.provider.example,ns2.provider.example' });
  registry = await fakeRegistry(zoneWith('test', delegations));
  claimsAsk(app, registry.port);
});
afterAll(async () => {
  await registry.close();
  await app.close();
});

function newName(): string {
  return `claimed-${next()}.test`;
}

function create(client: Client, domain: string) {
  return client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' });
}

async function claim(client: Client, domain: string) {
  return done(await client.post('/domains/claims', { domain }));
}

async function check(client: Client, id: number) {
  return done(await client.post(`/domains/claims/${id}/check`));
}

/** What the job does, as the schedule would. */
function runJob() {
  return app.app.get(ClaimChecksService).checkDue();
}

/** An account with the name, another one that claims it, and the registry's word for the claim. */
async function provenClaim() {
  const [squatter, owner] = [(await makeAccount(app)).client, (await makeAccount(app)).client];
  const domain = newName();
  const squatted = done(await create(squatter, domain));
  const made = await claim(owner, domain);
  delegations.set(domain, ['ns.elsewhere.test', made.nameserver]);
  return { squatter, owner, domain, squatted, made };
}

async function messages(client: Client) {
  const { data } = (await client.filter('/account/events', { action: 'domain_claim' })).body;
  return data.map(({ message }: { message: string }) => message);
}

function shown(seconds: number): string {
  return new Date(app.clock.milliseconds() + seconds * 1000).toISOString().slice(0, 19);
}

describe('[D-204] a claim', () => {
  it('names the nameserver that the registry must list', async () => {
    const { client } = await makeAccount(app);
    const domain = newName();
    const answer = await client.post('/domains/claims', { domain: domain.toUpperCase() });
    expect(answer).toMatchObject({
      status: 200,
      body: { domain, status: 'pending', created: shown(0), expires: shown(30 * DAY_SECONDS) },
    });
    expect(answer.body.nameserver).toMatch(/^[a-z0-9]{32}\.claim\.provider\.example$/);
    expect(Object.keys(answer.body)).toEqual(['id', 'domain', 'status', 'nameserver', 'created', 'expires']);
    expect((await client.get(`/domains/claims/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await client.get('/domains/claims')).body).toMatchObject({ data: [answer.body], results: 1 });
    expect((await client.filter('/domains/claims', { status: 'done' })).body.results).toBe(0);
  });

  it('deletes the domain in its way 72 hours after the proof, and the claimant gets the name', async () => {
    const { squatter, owner, domain, squatted, made } = await provenClaim();
    const verified = await check(owner, made.id);
    expect(verified).toMatchObject({ status: 'verified', expires: shown(72 * HOUR_SECONDS) });
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(200);
    expect(await messages(squatter)).toEqual([
      `Another account has proven at the registry that it owns ${domain}. ` +
        `If that still holds on ${verified.expires} UTC, ${domain} is deleted.`,
    ]);
    expect((await create(owner, domain)).status).toBe(400);
    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body).toMatchObject({
      status: 'done',
      expires: shown(30 * DAY_SECONDS),
    });
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(404);
    const { data } = (await squatter.get('/account/events')).body;
    expect(data[0]).toMatchObject({ action: 'domain_delete', username: null, entity: { label: domain } });
    expect((await create(squatter, domain)).body).toEqual(NOT_AVAILABLE);
    expect((await create(squatter, `www.${domain}`)).body).toEqual(CONFLICTS);
    expect((await create(owner, domain)).status).toBe(200);
  });

  it('is asked for every few minutes by itself', async () => {
    const { owner, made, domain } = await provenClaim();
    delegations.delete(domain);
    await runJob();
    delegations.set(domain, [made.nameserver.toUpperCase()]);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body.status).toBe('pending');
    app.clock.forward(300);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body.status).toBe('verified');
  });

  it('of a name on hold, or of a free name, is done at once', async () => {
    const { squatter, owner, domain, squatted, made } = await provenClaim();
    app.clock.forward(2 * DAY_SECONDS);
    done(await squatter.delete(`/domains/${squatted.id}`));
    expect((await create(owner, domain)).body).toEqual(NOT_AVAILABLE);
    expect((await check(owner, made.id)).status).toBe('done');
    expect(await messages(squatter)).toEqual([
      `Another account has proven at the registry that it owns ${domain}. The name is no longer kept for you.`,
    ]);
    expect((await create(squatter, domain)).body).toEqual(NOT_AVAILABLE);
    expect((await create(owner, domain)).status).toBe(200);
    expect((await create(owner, `www.${domain}`)).status).toBe(200);
  });

  it('keeps the name for the claimant for 30 days, and no longer', async () => {
    const { squatter, owner, domain, squatted, made } = await provenClaim();
    done(await squatter.delete(`/domains/${squatted.id}`));
    expect((await check(owner, made.id)).status).toBe('done');
    app.clock.forward(30 * DAY_SECONDS - 1);
    expect((await create(squatter, domain)).body).toEqual(NOT_AVAILABLE);
    app.clock.forward(1);
    expect((await create(squatter, domain)).status).toBe(200);
  });

  it('that was changed back within the 72 hours ends, and the domain stays', async () => {
    const { squatter, owner, domain, squatted, made } = await provenClaim();
    await check(owner, made.id);
    delegations.set(domain, ['ns.elsewhere.test']);
    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body.status).toBe('expired');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(200);
    expect(await messages(squatter)).toEqual([
      `The claim of ${domain} by another account has ended; ${domain} stays.`,
      expect.stringContaining('If that still holds'),
    ]);
  });

  it('that was not proven for 30 days expires', async () => {
    const { owner, domain, made } = await provenClaim();
    delegations.delete(domain);
    app.clock.forward(30 * DAY_SECONDS);
    await runJob();
    delegations.set(domain, [made.nameserver]);
    expect(await check(owner, made.id)).toMatchObject({ status: 'expired' });
    expect((await owner.post('/domains/claims', { domain })).status).toBe(200);
  });

  it('is withdrawn without a proof while a domain of another account is locked', async () => {
    const { squatted, owner, made } = await provenClaim();
    const changing = new pg.Client(app.databaseUrl);
    await changing.connect();
    await changing.query('BEGIN');
    await changing.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [squatted.id]);
    const withdrawn = await owner.delete(`/domains/claims/${made.id}`);
    await changing.end();
    expect(withdrawn.status).toBe(200);
  });

  it.each([
    ['before its proof', false],
    ['once it is verified', true],
  ])('can be withdrawn %s', async (_when, verified) => {
    const { squatter, owner, domain, squatted, made } = await provenClaim();
    if (verified) await check(owner, made.id);
    expect(await owner.delete(`/domains/claims/${made.id}`)).toMatchObject({ status: 200, body: {} });
    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body.status).toBe('withdrawn');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(200);
    expect(await messages(squatter)).toHaveLength(verified ? 2 : 0);
    expect((await create(squatter, `www.${domain}`)).status).toBe(200);
  });

  it('keeps its state while no server of the parent zone answers', async () => {
    const { owner, made } = await provenClaim();
    claimsAsk(app, registry.port, { allowedNetworks: [] });
    expect((await check(owner, made.id)).status).toBe('pending');
    claimsAsk(app, registry.port);
    expect((await check(owner, made.id)).status).toBe('verified');
    claimsAsk(app, registry.port, { allowedNetworks: [] });
    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body.status).toBe('verified');
    claimsAsk(app, registry.port);
    app.clock.forward(300);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body.status).toBe('done');
  });

  it('[D-287] deletes what lies below the name, and leaves what is above, beside, or given by the platform', async () => {
    const others = (await makeAccount(app)).client;
    const given = await makeAccount(app);
    const owner = (await makeAccount(app)).client;
    const above = newName();
    const domain = `sub.${above}`;
    const below = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => done(await create(others, `n${i}.${domain}`))),
    );
    const parent = done(await create(others, above));
    const beside = done(await create(others, `beside.${above}`));
    done(await platform(app).put(`/domains/given.${domain}/holder`, { account_id: given.id }));
    const kept = done(await create(given.client, `given.${domain}`));
    const made = await claim(owner, domain);
    delegations.set(domain, [made.nameserver]);
    expect((await check(owner, made.id)).status).toBe('verified');
    app.clock.forward(72 * HOUR_SECONDS);
    expect((await check(owner, made.id)).status).toBe('done');
    const left = (await others.get('/domains')).body.data.map(({ id }: { id: number }) => id);
    expect(left).toEqual([parent.id, beside.id]);
    expect((await others.filter('/account/events', { action: 'domain_delete' })).body.results).toBe(
      below.length,
    );
    expect((await given.client.get(`/domains/${kept.id}`)).status).toBe(200);
    expect((await create(owner, domain)).status).toBe(200);
  });

  it('refuses names that can’t be claimed, and a second claim of the same name', async () => {
    const { client } = await makeAccount(app);
    const other = await makeAccount(app);
    const domain = newName();
    done(await platform(app).put(`/domains/${domain}/holder`, { account_id: other.id }));
    const ask = async (name: unknown) => (await client.post('/domains/claims', { domain: name })).body;
    expect(await ask('co.uk')).toEqual(NOT_AVAILABLE);
    expect(await ask('shop.provider.example')).toEqual(NOT_AVAILABLE);
    expect(await ask(`www.${domain}`)).toEqual(NOT_AVAILABLE);
    expect(await ask('no domain')).toEqual(refusal('domain', 'Domain is not valid.'));
    expect(await ask(undefined)).toEqual(refusal('domain', 'domain is required'));
    const mine = newName();
    await claim(client, mine);
    expect(await ask(mine)).toEqual(refusal('domain', 'You have a claim of this domain already.'));
  });

  it('of a name that the platform gives to another account meanwhile does nothing', async () => {
    const { owner, domain, made, squatted, squatter } = await provenClaim();
    await check(owner, made.id);
    const given = await makeAccount(app);
    done(await platform(app).put(`/domains/${domain}/holder`, { account_id: given.id }));
    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect((await owner.get(`/domains/claims/${made.id}`)).body.status).toBe('expired');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(200);
  });

  it('of a later owner ends what an earlier one had proven', async () => {
    const { owner: former, domain, made } = await provenClaim();
    await check(former, made.id);
    app.clock.forward(72 * HOUR_SECONDS);
    await check(former, made.id);
    done(await create(former, domain));
    const { client: owner } = await makeAccount(app);
    const later = await claim(owner, domain);
    delegations.set(domain, [later.nameserver]);
    expect((await check(owner, later.id)).status).toBe('verified');
    app.clock.forward(72 * HOUR_SECONDS);
    expect((await check(owner, later.id)).status).toBe('done');
    expect((await former.get(`/domains/claims/${made.id}`)).body.status).toBe('expired');
    expect((await create(former, domain)).body).toEqual(NOT_AVAILABLE);
    expect((await create(owner, domain)).status).toBe(200);
  });

  it("is the account's alone", async () => {
    const { squatter, made } = await provenClaim();
    expect((await squatter.get(`/domains/claims/${made.id}`)).body).toEqual(NOT_FOUND);
    expect((await squatter.post(`/domains/claims/${made.id}/check`)).body).toEqual(NOT_FOUND);
    expect((await squatter.delete(`/domains/claims/${made.id}`)).body).toEqual(NOT_FOUND);
    expect((await squatter.get('/domains/claims')).body.results).toBe(0);
  });

  it('needs add_domains of a restricted user', async () => {
    const account = await makeAccount(app);
    const { client: without } = await makeRestricted(app, account);
    const { client: granted } = await makeRestricted(app, account, { global: { add_domains: true } });
    expect((await without.post('/domains/claims', { domain: newName() })).body).toEqual(UNAUTHORIZED);
    expect((await without.get('/domains/claims')).body).toEqual(UNAUTHORIZED);
    const made = await claim(granted, newName());
    expect((await check(granted, made.id)).status).toBe('pending');
  });
});
