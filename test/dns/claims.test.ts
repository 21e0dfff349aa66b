import { ClaimChecksService } from '../../src/domain/claims/claim-checks.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { refusal, type Client } from '../support/client.js';
import { done, makeAccount, next } from '../support/makers.js';
import { query } from '../support/sql.js';
import { SmallWorld, WORLD_SETTINGS } from './small-world.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const OWNERS = '192.0.2.1';
const SQUATTERS = '192.0.2.66';

let app: TestApp;
let world: SmallWorld;
beforeAll(async () => {
  app = await startApp(WORLD_SETTINGS);
  world = await SmallWorld.start(app.databaseUrl);
});
afterAll(async () => {
  await world?.stop();
  await app.close();
});

async function create(client: Client, domain: string, address: string) {
  const answer = await client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' });
  if (answer.status === 200) {
    const record = { type: 'A', name: 'www', target: address };
    done(await client.post(`/domains/${answer.body.id}/records`, record));
  }
  return answer;
}

/** A name that one account has and another one claims. */
async function contested() {
  const [squatter, owner] = [(await makeAccount(app)).client, (await makeAccount(app)).client];
  const domain = `name-${next()}.co.land`;
  const squatted = done(await create(squatter, domain, SQUATTERS));
  const claim = done(await owner.post('/domains/claims', { domain }));
  return { squatter, owner, domain, squatted, claim };
}

async function check(client: Client, id: number): Promise<string> {
  return done(await client.post(`/domains/claims/${id}/check`)).status;
}

async function statusOf(client: Client, id: number): Promise<string> {
  return done(await client.get(`/domains/claims/${id}`)).status;
}

const runJob = () => app.app.get(ClaimChecksService).checkDue();

describe('[D-204] a claim in a small world of a root, a top-level domain, a registry and a resolver', () => {
  it('goes from the refused create to the owner’s domain that answers', async () => {
    const { squatter, owner, domain, squatted, claim } = await contested();
    await world.register(domain, 'ns1.provider.land', 'ns2.provider.land');
    expect(await world.resolver.short(`www.${domain}`, 'A')).toEqual([SQUATTERS]);
    expect((await create(owner, domain, OWNERS)).body).toEqual(refusal('domain', 'Domain already exists.'));
    await runJob();
    expect(await statusOf(owner, claim.id)).toBe('pending');

    await world.register(domain, 'ns1.provider.land', claim.nameserver);
    expect(await world.resolver.short(claim.nameserver, 'A')).toEqual([world.provider.address]);
    app.clock.forward(300);
    await runJob();
    expect(await statusOf(owner, claim.id)).toBe('verified');
    const told = (await squatter.filter('/account/events', { action: 'domain_claim' })).body.data;
    expect(told).toMatchObject([{ entity: { type: 'domain', id: squatted.id, label: domain } }]);
    expect(await world.resolver.short(`www.${domain}`, 'A')).toEqual([SQUATTERS]);

    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect(await statusOf(owner, claim.id)).toBe('done');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(404);
    const deleted = (await squatter.filter('/account/events', { action: 'domain_delete' })).body.data;
    expect(deleted).toMatchObject([{ username: null, entity: { id: squatted.id, label: domain } }]);
    expect(await world.provider.status(domain, 'SOA')).toBe('REFUSED');
    expect((await create(squatter, domain, SQUATTERS)).body).toEqual(
      refusal('domain', 'Domain is not available.'),
    );

    done(await create(owner, domain, OWNERS));
    await world.register(domain, 'ns1.provider.land', 'ns2.provider.land');
    expect(await world.resolver.short(`www.${domain}`, 'A')).toEqual([OWNERS]);
  });

  it('of a name that another account gave up is done at once', async () => {
    const { squatter, owner, domain, squatted, claim } = await contested();
    app.clock.forward(2 * DAY_SECONDS);
    done(await squatter.delete(`/domains/${squatted.id}`));
    await world.register(domain, claim.nameserver);
    expect(await check(owner, claim.id)).toBe('done');
    done(await create(owner, domain, OWNERS));
  });

  it('that is withdrawn leaves the domain', async () => {
    const { squatter, owner, domain, squatted, claim } = await contested();
    await world.register(domain, claim.nameserver);
    expect(await check(owner, claim.id)).toBe('verified');
    done(await owner.delete(`/domains/claims/${claim.id}`));
    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect(await check(owner, claim.id)).toBe('withdrawn');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(200);
  });

  it('without a proof expires', async () => {
    const { owner, domain, claim } = await contested();
    await world.register(domain, 'ns.elsewhere.land');
    expect(await check(owner, claim.id)).toBe('pending');
    app.clock.forward(30 * DAY_SECONDS);
    await runJob();
    expect(await statusOf(owner, claim.id)).toBe('expired');
  });

  it('whose delegation changes back within the 72 hours ends', async () => {
    const { squatter, owner, domain, squatted, claim } = await contested();
    await world.register(domain, claim.nameserver);
    expect(await check(owner, claim.id)).toBe('verified');
    await world.register(domain, 'ns1.provider.land');
    app.clock.forward(72 * HOUR_SECONDS);
    await runJob();
    expect(await statusOf(owner, claim.id)).toBe('expired');
    expect((await squatter.get(`/domains/${squatted.id}`)).status).toBe(200);
  });

  it('[D-287] wins a name back below a domain that is served here, while the nameservers answer from both', async () => {
    const { squatter, owner } = await contested();
    const domain = `name-${next()}.co.land`;
    const parent = done(await create(owner, domain, OWNERS));
    await world.register(domain, 'ns1.provider.land', 'ns2.provider.land');
    const below = await squat(squatter, `sub.${domain}`);
    const claim = done(await owner.post('/domains/claims', { domain: `sub.${domain}` }));
    const delegation = { type: 'NS', name: 'sub', target: claim.nameserver };
    const { id } = done(await owner.post(`/domains/${parent.id}/records`, delegation));
    expect(await world.resolver.short(`www.sub.${domain}`, 'A')).toEqual([SQUATTERS]);
    expect(await check(owner, claim.id)).toBe('verified');
    app.clock.forward(72 * HOUR_SECONDS);
    expect(await check(owner, claim.id)).toBe('done');
    expect((await squatter.get(`/domains/${below.id}`)).status).toBe(404);
    done(await owner.delete(`/domains/${parent.id}/records/${id}`));
    done(await create(owner, `sub.${domain}`, OWNERS));
    expect(await world.provider.short(`www.sub.${domain}`, 'A')).toEqual([OWNERS]);
  });

  it('takes no word of a zone for itself, only that of the zone above', async () => {
    const { squatter: attacker, owner: victim } = await contested();
    const domain = `name-${next()}.co.land`;
    const parent = done(await create(victim, domain, OWNERS));
    await world.register(domain, 'ns1.provider.land');
    const below = await squat(attacker, `sub.${domain}`);
    const claim = done(await attacker.post('/domains/claims', { domain: `sub.${domain}` }));
    const apex = { type: 'NS', name: '', target: claim.nameserver };
    done(await attacker.post(`/domains/${below.id}/records`, apex));
    expect(await world.provider.short(`sub.${domain}`, 'NS')).toContain(`${claim.nameserver}.`);
    expect(await check(attacker, claim.id)).toBe('pending');

    // What the owner of the zone above enters counts, and leaves its own domain.
    done(await attacker.delete(`/domains/${below.id}`));
    const delegation = { type: 'NS', name: 'sub', target: claim.nameserver };
    done(await victim.post(`/domains/${parent.id}/records`, delegation));
    expect(await check(attacker, claim.id)).toBe('done');
    expect((await victim.get(`/domains/${parent.id}`)).status).toBe(200);
  });
});

/** A domain below one of another account, as was possible before D-286. */
async function squat(client: Client, domain: string) {
  const made = done(await create(client, `squat-${next()}.elsewhere.land`, SQUATTERS));
  await query(app, 'UPDATE domains SET domain = $2 WHERE id = $1', [made.id, domain]);
  await query(app, `UPDATE records SET fqdn = name || '.' || $2 WHERE domain_id = $1`, [made.id, domain]);
  return made as { id: number };
}
