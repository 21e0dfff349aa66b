import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import {
  answer,
  ask,
  authorizePath,
  CALLBACK,
  enterPassword,
  makeOAuthClient,
  PASSWORD,
  proofKey,
  redeem,
} from '../support/oauth.js';
import { Visitor } from '../support/visitor.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
});
afterAll(() => app.close());

/** The parameters of the redirect to the application, and its address in `to`. */
async function redirectOf(path: string): Promise<Record<string, string>> {
  const { status, location } = await new Visitor(app).get(path);
  expect(status).toBe(303);
  const [to = '', answer] = location.split(/[?#]/);
  return { to, ...Object.fromEntries(new URLSearchParams(answer)) };
}

describe('[D-147] an authorization request', () => {
  it.each([
    ['an unknown client', { client_id: '0123456789abcdef0123' }],
    ['no client', { client_id: '' }],
    ['an unregistered redirect address', { redirect_uri: 'https://evil.example.com/callback' }],
    ['a prefix of the registered address', { redirect_uri: 'https://app.example.com/' }],
    ['an extension of the registered address', { redirect_uri: `${CALLBACK}/more` }],
    ['another port', { redirect_uri: 'https://app.example.com:8443/callback' }],
  ])('with %s gets a page and no redirect', async (_name, extra) => {
    const client = await makeOAuthClient(app, account);
    const page = await new Visitor(app).get(authorizePath(client, { state: 'xyz', ...extra }));
    expect(page.status).toBe(400);
    expect(page.location).toBe('');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('This request can’t be carried out');
  });

  it.each([
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'vpc:read_only cats:read_only' }, 'invalid_scope'],
    ['the OpenID scope', { scope: 'openid' }, 'invalid_scope'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown response type', { response_type: 'cats' }, 'unsupported_response_type'],
    ['no response type', { response_type: '' }, 'invalid_request'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['the response mode form_post', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    [
      'that mode and the implicit flow',
      { response_mode: 'form_post', response_type: 'token' },
      'unsupported_response_mode',
    ],
    ['[D-199] a challenge without its method', { code_challenge: proofKey().challenge }, 'invalid_request'],
    [
      'the plain method',
      { code_challenge: proofKey().challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
  ])('[D-173] with %s returns the error to the application', async (_name, extra, error) => {
    const client = await makeOAuthClient(app, account);
    expect(await redirectOf(authorizePath(client, { state: 'xyz', ...extra }))).toMatchObject({
      to: CALLBACK,
      error,
      state: 'xyz',
    });
  });

  it('[D-147] of a public client needs a challenge', async () => {
    const client = await makeOAuthClient(app, account, { isPublic: true });
    expect(await redirectOf(authorizePath(client))).toMatchObject({ error: 'invalid_request' });
    const challenge = { code_challenge: proofKey().challenge, code_challenge_method: 'S256' };
    expect((await ask(new Visitor(app), authorizePath(client, challenge))).page.status).toBe(200);
  });

  it('[RFC 6749] may name each parameter only once', async () => {
    const client = await makeOAuthClient(app, account);
    expect(await redirectOf(`${authorizePath(client)}&scope=vpc:read_only`)).toMatchObject({
      error: 'invalid_request',
    });
  });

  it.each([
    ['twice the same', [CALLBACK, CALLBACK]],
    ['the registered and another', [CALLBACK, 'https://evil.example.com/callback']],
    ['another and the registered', ['https://evil.example.com/callback', CALLBACK]],
    ['an empty and the registered', ['', CALLBACK]],
  ])('[D-147] with two redirect addresses gets a page and no redirect: %s', async (_, addresses) => {
    const client = await makeOAuthClient(app, account);
    const two = addresses.map((address) => `&redirect_uri=${encodeURIComponent(address)}`).join('');
    // An error that alone would be returned to the application.
    for (const scope of ['vpc:read_only', '']) {
      const page = await new Visitor(app).get(authorizePath(client, { state: 'xyz', scope }) + two);
      expect([page.status, page.location]).toEqual([400, '']);
      expect(page.text).toContain('This request can’t be carried out');
    }
  });

  it('[RFC 8252] may use any port of a loopback address', async () => {
    const client = await makeOAuthClient(app, account, { redirectUri: 'http://127.0.0.1/callback' });
    const path = authorizePath(client, { redirect_uri: 'http://127.0.0.1:51004/callback', scope: '' });
    expect(await redirectOf(path)).toMatchObject({ to: 'http://127.0.0.1:51004/callback' });
    const elsewhere = authorizePath(client, { redirect_uri: 'http://127.0.0.1:51004/other' });
    expect((await new Visitor(app).get(elsewhere)).status).toBe(400);
  });

  it.each([
    { scopes: 'domains:*,linodes:read_only', scope: '' },
    { scopes: '', scope: ' domains:*  linodes:read_only ' },
  ])('[D-147] [D-163] may write its scopes in every accepted spelling: %j', async (scopes) => {
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const path = authorizePath(client, scopes);
    const { at } = await ask(visitor, path);
    const consent = await visitor.follow(await enterPassword(visitor, at, account.username));
    expect(consent.text).toContain('View and change');
    expect(consent.text).toContain('View your instances, their disks and configurations.');
  });

  it('[D-149] returns access_denied when the user denies it', async () => {
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const { at } = await ask(visitor, authorizePath(client, { state: 'xyz' }));
    await visitor.follow(await enterPassword(visitor, at, account.username));
    const location = await answer(visitor, at, 'deny');
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error: 'access_denied', state: 'xyz' });
  });

  it('[D-149] asks for consent each time, without a new login', async () => {
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const first = await ask(visitor, authorizePath(client));
    await visitor.follow(await enterPassword(visitor, first.at, account.username));
    await answer(visitor, first.at, 'allow');
    const second = await ask(visitor, authorizePath(client));
    expect(second.page.text).toContain('It will be able to');
  });

  it('[D-148] accepts consent only from its own page', async () => {
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const { at } = await ask(visitor, authorizePath(client));
    await visitor.follow(await enterPassword(visitor, at, account.username));
    const forged = await visitor.submit(at, { step: 'consent', answer: 'allow', csrf: 'forged' });
    expect(forged.location).toBe(at);
    expect((await visitor.get(at)).text).toContain('It will be able to');
  });

  it('[D-148] opens only in the browser that started it', async () => {
    const client = await makeOAuthClient(app, account);
    const { at } = await ask(new Visitor(app), authorizePath(client));
    const page = await new Visitor(app).get(at);
    expect(page.status).toBe(400);
    expect(page.text).toContain('This page has expired');
  });

  it('gets a page when its browser returns without it, whatever parameters the address has', async () => {
    const client = await makeOAuthClient(app, account);
    const page = await new Visitor(app).get(authorizePath(client).replace('?', '/unknown?'));
    expect(page.status).toBe(400);
    expect(page.text).toContain('This page has expired');
  });

  it('[D-150] gets a page that says what to do when its browser comes back for a second code', async () => {
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const { at } = await ask(visitor, authorizePath(client));
    await visitor.follow(await enterPassword(visitor, at, account.username));
    const { location } = await visitor.submit(at, { step: 'consent', answer: 'allow' });
    expect((await visitor.get(location)).location).toContain('code=');
    const again = await visitor.get(location);
    expect([again.status, again.location]).toEqual([400, '']);
    expect(again.text).toContain('Go back to the application and start again from there.');
  });

  it('[D-149] returns access_denied when the user is deleted after the consent', async () => {
    const client = await makeOAuthClient(app, account);
    const user = { username: `${account.username}-gone`, email: 'gone@example.org', password: PASSWORD };
    done(await account.client.post('/account/users', user));
    const visitor = new Visitor(app);
    const { at } = await ask(visitor, authorizePath(client));
    await visitor.follow(await enterPassword(visitor, at, user.username));
    const { location } = await visitor.submit(at, { step: 'consent', answer: 'allow' });
    done(await account.client.delete(`/account/users/${user.username}`));
    const back = await visitor.get(location);
    expect(back.status).toBe(303);
    expect(new URL(back.location).searchParams.get('error')).toBe('access_denied');
  });

  it('[D-03] changes nothing by HEAD, before and after the consent', async () => {
    const client = await makeOAuthClient(app, account);
    const visitor = new Visitor(app);
    const first = await visitor.send('HEAD', authorizePath(client));
    expect(first.headers.getSetCookie()).toEqual([]);
    const { at } = await ask(visitor, authorizePath(client));
    await visitor.follow(await enterPassword(visitor, at, account.username));
    const { location } = await visitor.submit(at, { step: 'consent', answer: 'allow' });
    expect((await visitor.send('HEAD', location)).headers.getSetCookie()).toEqual([]);
    const back = new URL((await visitor.get(location)).location);
    expect((await redeem(app, client, back.searchParams.get('code')!)).status).toBe(200);
  });

  it('[D-20] allows only GET', async () => {
    const page = await new Visitor(app).send('POST', '/oauth/authorize');
    expect(page.status).toBe(405);
    expect(page.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('[D-146] the metadata', () => {
  it('names the endpoints below PUBLIC_URL and what they support', async () => {
    const response = await fetch(`${app.url}/.well-known/oauth-authorization-server`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({
      issuer: 'http://localhost:3000',
      authorization_endpoint: 'http://localhost:3000/oauth/authorize',
      token_endpoint: 'http://localhost:3000/oauth/token',
      revocation_endpoint: 'http://localhost:3000/oauth/revoke',
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
    });
  });
});
