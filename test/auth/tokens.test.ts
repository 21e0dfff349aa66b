import { startApp, type TestApp } from '../support/app.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import {
  apiOf,
  authorize,
  CALLBACK,
  makeOAuthClient,
  postForm,
  proofKey,
  redeem,
  refresh,
} from '../support/oauth.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
});
afterAll(() => app.close());

const oauthError = (error: string, field: string) => ({
  error,
  error_description: expect.any(String),
  errors: [{ field, reason: expect.any(String) }],
});

async function makePair(scope = 'vpc:read_write domains:read_only') {
  const client = await makeOAuthClient(app, account);
  const code = await authorize(app, client, account.username, { scope });
  const { body } = await redeem(app, client, code);
  return { client, code, ...(body as { access_token: string; refresh_token: string }) };
}

describe('[D-151] POST /oauth/token with a code', () => {
  it('issues an access token and a refresh token', async () => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username, { scope: 'vpc:read_only,domains:*' });
    const answer = await redeem(app, client, code);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 7200,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'vpc:read_only domains:read_write',
      scopes: 'vpc:read_only domains:read_write',
    });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('issues a token that the API limits to its scopes and to two hours', async () => {
    const { access_token } = await makePair('vpc:read_only');
    const api = apiOf(app, access_token);
    const answer = await api.get('/vpcs');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-oauth-scopes')).toBe('vpc:read_only');
    expect((await api.post('/vpcs', {})).status).toBe(403);
    app.clock.forward(7201);
    expect((await api.get('/vpcs')).status).toBe(401);
  });

  it('accepts the secret by HTTP Basic too', async () => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    const response = await fetch(`${app.url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }),
    });
    expect(response.status).toBe(200);
  });

  it('accepts a multipart form without a grant type', async () => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    const body = new FormData();
    for (const [name, value] of Object.entries({
      code,
      client_id: client.id,
      client_secret: client.secret ?? '',
    })) {
      body.set(name, value);
    }
    expect((await fetch(`${app.url}/oauth/token`, { method: 'POST', body })).status).toBe(200);
  });

  it('[RFC 6749] takes a grant type without a value as none', async () => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    expect((await redeem(app, client, code, { grant_type: '' })).status).toBe(200);
  });

  it('issues only an access token to a public client with its verifier', async () => {
    const client = await makeOAuthClient(app, account, { isPublic: true });
    const { verifier, challenge } = proofKey();
    const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await authorize(app, client, account.username, asked);
    const wrong = await redeem(app, client, code, { code_verifier: proofKey().verifier });
    expect(wrong).toMatchObject({ status: 400, body: oauthError('invalid_grant', 'code') });
    const answer = await redeem(app, client, code, { code_verifier: verifier });
    expect(answer.status).toBe(200);
    expect(answer.body.refresh_token).toBeNull();
    const { body } = await refresh(app, client, 'none');
    expect(body).toEqual(oauthError('unauthorized_client', 'grant_type'));
  });

  it('[D-150] accepts the code once, and revokes what it issued at a second use', async () => {
    const { client, code, access_token, refresh_token } = await makePair();
    expect(await redeem(app, client, code)).toMatchObject({
      status: 400,
      body: oauthError('invalid_grant', 'code'),
    });
    expect((await apiOf(app, access_token).get('/vpcs')).status).toBe(401);
    expect((await refresh(app, client, refresh_token)).body.error).toBe('invalid_grant');
  });

  it('[D-150] accepts the code once when it is used many times at the same moment', async () => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(app, client, code)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { body } of given) expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(401);
  });

  it('[D-150] accepts the code for ten minutes', async () => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    app.clock.forward(601);
    expect((await redeem(app, client, code)).body.error).toBe('invalid_grant');
  });

  it.each([
    [
      'another redirect address',
      { redirect_uri: 'https://app.example.com/other' },
      400,
      'invalid_grant',
      'code',
    ],
    ['an unknown code', { code: 'x'.repeat(43) }, 400, 'invalid_grant', 'code'],
    ['no code', { code: '' }, 400, 'invalid_request', 'code'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client', 'client_id'],
    ['an unknown client', { client_id: '0'.repeat(20) }, 401, 'invalid_client', 'client_id'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type', 'grant_type'],
    ['the implicit grant type', { grant_type: 'implicit' }, 400, 'unsupported_grant_type', 'grant_type'],
  ])('[D-154] refuses %s', async (_name, extra, status, error, field) => {
    const client = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    expect(await redeem(app, client, code, extra)).toMatchObject({ status, body: oauthError(error, field) });
  });

  it('[D-150] issues nothing to another client', async () => {
    const client = await makeOAuthClient(app, account);
    const other = await makeOAuthClient(app, account);
    const code = await authorize(app, client, account.username);
    expect((await redeem(app, other, code)).body.error).toBe('invalid_grant');
  });

  it('[D-154] refuses a body that is not a form', async () => {
    const response = await fetch(`${app.url}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(oauthError('invalid_request', ''));
  });

  it('[D-23] [D-168] refuses even the right secret after twenty wrong ones', async () => {
    const client = await makeOAuthClient(app, account);
    const guess = () => postForm(app, '/oauth/token', client, { code: 'x', client_secret: 'wrong' });
    for (let attempt = 0; attempt < 20; attempt++) expect((await guess()).status).toBe(401);
    const limited = await redeem(app, client, 'x');
    expect(limited).toMatchObject({ status: 429, body: oauthError('temporarily_unavailable', '') });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    app.clock.forward(15 * 60);
    expect((await redeem(app, client, 'x')).body.error).toBe('invalid_grant');
  });
});

describe('[D-152] POST /oauth/token with a refresh token', () => {
  it('[D-167] issues a new pair and ends the old one', async () => {
    const old = await makePair();
    const { status, body } = await refresh(app, old.client, old.refresh_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', scope: 'vpc:read_write domains:read_only' });
    expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(200);
    expect((await apiOf(app, old.access_token).get('/vpcs')).status).toBe(401);
  });

  it('revokes the authorization when it is used a second time', async () => {
    const old = await makePair();
    const { body } = await refresh(app, old.client, old.refresh_token);
    expect(await refresh(app, old.client, old.refresh_token)).toMatchObject({
      status: 400,
      body: oauthError('invalid_grant', 'refresh_token'),
    });
    expect((await apiOf(app, body.access_token).get('/vpcs')).status).toBe(401);
    expect((await refresh(app, old.client, body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('issues at most one pair when it is used many times at the same moment', async () => {
    const old = await makePair();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refresh(app, old.client, old.refresh_token)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('may narrow the scope of one access token', async () => {
    const { client, refresh_token } = await makePair();
    const narrowed = await refresh(app, client, refresh_token, { scope: 'vpc:read_only' });
    expect(narrowed.body).toMatchObject({ scope: 'vpc:read_only', scopes: 'vpc:read_only' });
    const full = await refresh(app, client, narrowed.body.refresh_token);
    expect(full.body.scope).toBe('vpc:read_write domains:read_only');
  });

  it('[RFC 6749] narrows by `scopes` beside a `scope` without a value', async () => {
    const { client, refresh_token } = await makePair();
    const wanted = { scope: '', scopes: 'vpc:read_only' };
    expect((await refresh(app, client, refresh_token, wanted)).body.scope).toBe('vpc:read_only');
  });

  it.each(['images:read_only', 'domains:read_write', '*', 'cats'])(
    'refuses to widen the scope to %s, and the token stays valid',
    async (scope) => {
      const { client, refresh_token } = await makePair();
      expect(await refresh(app, client, refresh_token, { scope })).toMatchObject({
        status: 400,
        body: oauthError('invalid_scope', 'scope'),
      });
      expect((await refresh(app, client, refresh_token)).status).toBe(200);
    },
  );

  it('may narrow * to every scope', async () => {
    const { client, refresh_token } = await makePair('*');
    const { body } = await refresh(app, client, refresh_token, { scope: 'domains:read_only' });
    expect(body.scope).toBe('domains:read_only');
    const { client: again, refresh_token: token } = await makePair('*');
    expect((await refresh(app, again, token, { scope: 'cats' })).body.error).toBe('invalid_scope');
  });

  it('issues nothing to another client', async () => {
    const { refresh_token } = await makePair();
    const other = await makeOAuthClient(app, account);
    expect((await refresh(app, other, refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('[D-153] POST /oauth/revoke', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'ends both tokens when the %s is revoked',
    async (kind) => {
      const pair = await makePair();
      const answer = await postForm(app, '/oauth/revoke', pair.client, { token: pair[kind] });
      expect(answer).toMatchObject({ status: 200, body: {} });
      expect((await apiOf(app, pair.access_token).get('/vpcs')).status).toBe(401);
      expect((await refresh(app, pair.client, pair.refresh_token)).body.error).toBe('invalid_grant');
    },
  );

  it('answers 200 for an unknown token, and an error without a token', async () => {
    const client = await makeOAuthClient(app, account);
    expect(await postForm(app, '/oauth/revoke', client, { token: 'x' })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await postForm(app, '/oauth/revoke', client, {})).toMatchObject({
      status: 400,
      body: oauthError('invalid_request', 'token'),
    });
  });

  it('[D-172] ignores another client’s token', async () => {
    const { access_token } = await makePair();
    const other = await makeOAuthClient(app, account);
    const answer = await postForm(app, '/oauth/revoke', other, { token: access_token });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect((await apiOf(app, access_token).get('/vpcs')).status).toBe(200);
  });

  it('[D-172] requires a confidential client’s secret', async () => {
    const { client, access_token } = await makePair();
    const wrong = { token: access_token, client_secret: 'wrong' };
    expect((await postForm(app, '/oauth/revoke', client, wrong)).status).toBe(401);
  });

  it('[D-40] ignores personal tokens', async () => {
    const client = await makeOAuthClient(app, account);
    await postForm(app, '/oauth/revoke', client, { token: account.client.token ?? '' });
    expect((await account.client.get('/vpcs')).status).toBe(200);
  });
});
