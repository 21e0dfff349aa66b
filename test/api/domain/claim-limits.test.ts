import { ClaimChecksService } from '../../../src/domain/claims/claim-checks.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { done, makeAccount, next } from '../../support/makers.js';
import { claimsAsk, fakeRegistry, zoneWith } from '../../support/registry.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const newName = () => `limited-${next()}.test`;

describe('[D-204] the bounds of claims', () => {
  it('[D-222] one that a clock checked which was days ahead is checked as soon as the clock is right', async () => {
    const registry = await fakeRegistry(zoneWith('test', new Map()));
    claimsAsk(app, registry.port);
    const { client } = await makeAccount(app);
    const { id } = done(await client.post('/domains/claims', { domain: newName() }));
    const checks = app.app.get(ClaimChecksService);
    app.clock.forward(5 * 86_400);
    expect(await checks.checkDue()).toEqual([id]);
    app.clock.forward(-5 * 86_400);
    expect(await checks.checkDue()).toEqual([id]);
    expect(await checks.checkDue()).toEqual([]);
    await registry.close();
  });

  it('an account has at most 100 open ones', async () => {
    const { client } = await makeAccount(app);
    const claim = () => client.post('/domains/claims', { domain: newName() });
    const claimAtOnce = (length: number) => Promise.all(Array.from({ length }, claim));
    // In parts, because a slow machine answers 503 to a hundred that wait for each other.
    for (let part = 0; part < 4; part++) (await claimAtOnce(24)).forEach(done);
    const answers = await claimAtOnce(7);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body)).toEqual(
      Array(3).fill(refusal('', 'You have reached the maximum of 100 open claims.')),
    );
  });

  it('the end of 30 days has its event, also when another claim is made before the job', async () => {
    const { client } = await makeAccount(app);
    const { id } = done(await client.post('/domains/claims', { domain: newName() }));
    app.clock.forward(30 * 86_400);
    done(await client.post('/domains/claims', { domain: newName() }));
    expect(done(await client.get(`/domains/claims/${id}`)).status).toBe('expired');
    const { data } = done(await client.filter('/account/events', { 'entity.id': id }));
    expect(data.map(({ message }: { message: string }) => message)).toEqual([
      'The claim has ended without its proof at the registry.',
      'The claim waits for its proof at the registry.',
    ]);
  });

  it('[D-23] an account asks at most 60 times in 15 minutes', async () => {
    const { client } = await makeAccount(app);
    const { id } = done(await client.post('/domains/claims', { domain: newName() }));
    for (let i = 0; i < 60; i++) done(await client.post(`/domains/claims/${id}/check`));
    expect((await client.post(`/domains/claims/${id}/check`)).status).toBe(429);
    app.clock.forward(900);
    expect((await client.post(`/domains/claims/${id}/check`)).status).toBe(200);
  });
});
