import { startApp, type TestApp } from '../support/app.js';
import { signIn, visit } from '../support/login.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, makeVpc, type TestAccount } from '../support/makers.js';
import { apiOf, authorize, makeOAuthClient, redeem, refresh } from '../support/oauth.js';
import { query } from '../support/sql.js';
import type { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const PATH = '/login/access';

/** What the page says of each application and token, without the forms. */
async function shown(visitor: Visitor): Promise<string[]> {
  const { text } = await visitor.get(PATH);
  const items = [...text.matchAll(/<li>(.*?)<form/gs)].map(([, item = '']) => item);
  return items.map((item) =>
    item
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

async function makeApp(account: TestAccount) {
  const client = await makeOAuthClient(app, account);
  const { body } = await redeem(app, client, await authorize(app, client, account.username));
  return { client, pair: body };
}

const today = () => new Date(app.clock.milliseconds()).toISOString().slice(0, 10);
const makeToken = async ({ client }: TestAccount, body: object) =>
  done(await client.post('/profile/tokens', body));

describe('the page of applications and tokens', () => {
  it('shows what each may do, and when it was last used', async () => {
    const account = await makeAccount(app);
    await makeApp(account);
    await makeToken(account, { label: 'ci', scopes: 'domains:read_write' });
    const [application, ci] = await shown(await signIn(app, account));
    expect(application).toBe(
      `Fleet Since ${today()}, last used ${today()} View your private networks and subnets.`,
    );
    expect(ci).toBe(
      `ci Since ${today()}, not used yet View your domains and their DNS records; create, change and delete domains and DNS records.`,
    );
  });

  it('moves the day of the last use once a day, by however many requests', async () => {
    const account = await makeAccount(app);
    const { token } = await makeToken(account, { label: 'ci', scopes: 'account:read_only' });
    const used = apiOf(app, token);
    const row = async () => {
      const [found] = await query(
        app,
        `SELECT xmin::text, last_used::text FROM tokens WHERE user_id = $1 AND label = 'ci'`,
        [account.uid],
      );
      return found;
    };
    expect((await row())!.last_used).toBeNull();
    await Promise.all(Array.from({ length: 20 }, () => used.get('/profile')));
    await used.get('/profile');
    const first = await row();
    expect(first!.last_used).toBe(today());
    await used.get('/profile');
    expect(await row()).toEqual(first);
    app.clock.forward(86_400);
    await used.get('/profile');
    expect((await row())!.last_used).toBe(today());
  });

  it('[D-237] [D-279] says what a narrowed token is restricted to', async () => {
    const account = await makeAccount(app);
    const { id, domain } = await makeDomain(account.client);
    const vpc = await makeVpc(account.client);
    const sources = { sources: ['192.0.2.0/24'], unused_days: 30 };
    await makeToken(account, { label: 'office', scopes: 'vpc:read_only', restrictions: sources });
    const restrictions = {
      domains: [{ id, names: ['_acme-challenge'], types: ['TXT'] }],
      vpcs: [vpc.id],
      images: '*',
    };
    await makeToken(account, { label: 'robot', scopes: 'domains:read_write', restrictions });
    await makeToken(account, { label: 'free', scopes: 'vpc:read_only' });
    const items = await shown(await signIn(app, account));
    const vpcScope = 'View your private networks and subnets.';
    expect(items.slice(0, 3)).toEqual([
      expect.stringMatching(/^free .* View your private networks and subnets\.$/),
      expect.stringContaining(
        `Only these domains: ${domain} (records named _acme-challenge, of type TXT). Only these VPCs: ${vpc.label}. All private images.`,
      ),
      expect.stringContaining(`${vpcScope} Only from 192.0.2.0/24. Ends after 30 days without use.`),
    ]);
  });

  it('[D-208] ends an application, with the personal tokens that it made and an event for each', async () => {
    const account = await makeAccount(app);
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username, { scope: 'account:read_write' });
    const { body: pair } = await redeem(app, client, code);
    const made = done(
      await apiOf(app, pair.access_token).post('/profile/tokens', {
        label: 'made by it',
        scopes: 'account:read_only',
      }),
    );
    const [{ id }] = done(await account.client.get('/profile/apps')).data;
    const visitor = await signIn(app, account);
    await visitor.get(PATH);
    expect((await visitor.submit(PATH, { step: 'end', app: String(id) })).status).toBe(303);
    expect((await apiOf(app, pair.access_token).get('/profile')).status).toBe(401);
    expect((await apiOf(app, made.token).get('/profile')).status).toBe(401);
    expect((await refresh(app, client, pair.refresh_token)).body.error).toBe('invalid_grant');
    const events = done(await account.client.get('/account/events')).data;
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'token_delete', username: account.username, entity: { label: 'made by it' } },
      { action: 'profile_update', message: 'The access of an application was revoked.' },
    ]);
  });

  it('ends a token, with an event', async () => {
    const account = await makeAccount(app);
    const { id, token } = await makeToken(account, { label: 'lost', scopes: 'account:read_only' });
    const visitor = await signIn(app, account);
    await visitor.get(PATH);
    await visitor.submit(PATH, { step: 'end', token: String(id) });
    expect((await apiOf(app, token).get('/profile')).status).toBe(401);
    const [event] = done(await account.client.get('/account/events')).data;
    expect(event).toMatchObject({ action: 'token_delete', entity: { id, label: 'lost' } });
  });

  it('ends nothing of another user', async () => {
    const [own, foreign] = [await makeAccount(app), await makeAccount(app)];
    const { pair } = await makeApp(foreign);
    const { id, token } = await makeToken(foreign, { label: 'theirs', scopes: 'account:read_only' });
    const [{ id: appId }] = done(await foreign.client.get('/profile/apps')).data;
    const visitor = await signIn(app, own);
    await visitor.get(PATH);
    await visitor.submit(PATH, { step: 'end', app: String(appId), token: String(id) });
    expect((await apiOf(app, token).get('/profile')).status).toBe(200);
    expect((await apiOf(app, pair.access_token).get('/vpcs')).status).toBe(200);
  });

  it('needs a login and a valid CSRF token', async () => {
    const account = await makeAccount(app);
    const { id, token } = await makeToken(account, { label: 'kept', scopes: 'account:read_only' });
    expect((await (await visit(app)).get(PATH)).location).toBe('/login');
    const visitor = await signIn(app, account);
    await visitor.get(PATH);
    const forged = await visitor.submit(PATH, { step: 'end', token: String(id), csrf: 'forged' });
    expect(forged.status).toBe(403);
    expect((await apiOf(app, token).get('/profile')).status).toBe(200);
  });
});
