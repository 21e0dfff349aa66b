import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import {
  answer,
  apiOf,
  ask,
  authorizePath,
  CALLBACK,
  enterPassword,
  makeOAuthClient,
  redeem,
} from '../support/oauth.js';
import { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /oauth/authorize', () => {
  it('[D-148] [D-149] leads through login and consent to a code that gives a token', async () => {
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const { at, page } = await ask(visitor, authorizePath(client, { state: 'xyz' }));
    expect(page.status).toBe(200);
    expect(page.text).toContain('to continue to');
    const consent = await visitor.follow(await enterPassword(visitor, at, account.username));
    expect(consent.status).toBe(200);
    expect(consent.text).toContain('View your private networks and subnets.');
    const location = await answer(visitor, at, 'allow');
    expect(location.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(location.searchParams.get('state')).toBe('xyz');
    const token = await redeem(app, client, location.searchParams.get('code') ?? '');
    expect(token.status).toBe(200);
    expect((await apiOf(app, token.body.access_token).get('/vpcs')).status).toBe(200);
  });

  it('[D-146] keeps the browser on the host that it used until it returns to the application', async () => {
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const first = await visitor.get(authorizePath(client));
    expect(first.headers.get('location')).toMatch(/^\/login\/[\w-]+$/);
    await visitor.get(first.location);
    const step = await enterPassword(visitor, first.location, account.username);
    expect(step.headers.get('location')).toBe(first.location);
    await visitor.follow(step);
    const consented = await visitor.submit(first.location, { step: 'consent', answer: 'allow' });
    expect(consented.location).toMatch(/^\/oauth\/authorize\/[\w-]+$/);
  });
});
