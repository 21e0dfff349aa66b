import { startApp, type TestApp } from '../support/app.js';
import { makeAccount, type TestAccount } from '../support/makers.js';
import {
  ask,
  authorizePath,
  enterPassword,
  makeOAuthClient,
  type TestOAuthClient,
} from '../support/oauth.js';
import { logIn, visit } from '../support/login.js';
import { Visitor } from '../support/visitor.js';

let app: TestApp;
let account: TestAccount;
let client: TestOAuthClient;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
  account = await makeAccount(app);
  client = await makeOAuthClient(app, account);
});
afterAll(() => app.close());

/** Percent-encoded, so that octets that are no UTF-8 can be sent too. */
const VALUES = [
  ['a NUL character', '%00'],
  ['a NUL character within', 'a%00b'],
  ['octets that are not UTF-8', '%ff%fe%c0%80'],
  ['a surrogate', '%ed%a0%80'],
  ['control characters', '%01%1b%7f%0d%0a'],
  ['a quote and a backslash', '%27%22%5c%5c'],
  ['many characters', 'x'.repeat(9000)],
  ['characters beyond the BMP', '%f0%9f%98%80'.repeat(300)],
  ['nothing', ''],
  ['an array', '1&NAME=2'],
] as const;

const QUERY =
  'client_id response_type redirect_uri scope scopes state code_challenge code_challenge_method response_mode nonce prompt max_age claims request request_uri login_hint id_token_hint';
const LOGIN = 'csrf step username password remember code answer credential';
const SIGNED_IN = 'csrf step login current password name passkey credential';
const TOKEN =
  'grant_type code redirect_uri client_id client_secret code_verifier refresh_token scope scopes token token_type_hint';

/** The form or query with this value in place of the parameter's own. */
function encoded(fields: Record<string, string>, name: string, value: string): string {
  const others = Object.entries(fields).filter(([other]) => other !== name);
  return `${new URLSearchParams(others)}&${name}=${value.replace('NAME', name)}`;
}

/** The status of an answer. A connection with an unread answer would hold up the end of the service. */
async function statusOf(path: string, request: RequestInit = {}): Promise<number> {
  const answer = await fetch(app.url + path, { redirect: 'manual', ...request });
  await answer.arrayBuffer();
  return answer.status;
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  statusOf(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });

const statuses: [string, number][] = [];
afterEach(() => {
  expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
  statuses.length = 0;
});

describe.each(VALUES)('[D-212] a parameter with %s never causes a 5xx', (_reason, value) => {
  it('in an authorization request', async () => {
    const fields = { client_id: client.id, response_type: 'code', scope: 'vpc:read_only', state: 'x' };
    for (const name of QUERY.split(' ')) {
      const path = `/oauth/authorize?${encoded(fields, name, value)}`;
      statuses.push([name, await statusOf(path)]);
    }
    for (const path of ['/oauth/authorize/', '/login/']) {
      statuses.push([path, await statusOf(path + value.slice(0, 2000).replace('&', ''))]);
    }
  });

  it('in a token or revocation request', async () => {
    const fields = {
      grant_type: 'authorization_code',
      code: 'x',
      client_id: client.id,
      client_secret: client.secret ?? '',
    };
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      for (const name of TOKEN.split(' ')) {
        statuses.push([`${path} ${name}`, await post(path, encoded(fields, name, value))]);
      }
      const basic = { Authorization: `Basic ${btoa(`${value}:${value}`)}` };
      statuses.push([`${path} Basic`, await post(path, 'code=x&token=x', basic)]);
    }
    app.clock.forward(901);
  });

  it('in the forms and cookies of a login', async () => {
    for (const name of LOGIN.split(' ')) {
      const visitor = await visit(app);
      const { at } = await ask(visitor, authorizePath(client));
      const cookie = visitor.cookieHeader(at);
      const login = { csrf: visitor.csrfToken, step: 'password', username: account.username, password: 'x' };
      const code = { csrf: visitor.csrfToken, step: 'code', code: '1' };
      const credential = JSON.stringify({ id: 'AAAA', response: { clientDataJSON: 'e30' } });
      const passkey = { csrf: visitor.csrfToken, step: 'passkey', credential };
      for (const fields of [login, code, passkey, { ...login, step: 'consent' }]) {
        for (const path of ['/login', '/logout', at]) {
          statuses.push([`${path} ${name}`, await post(path, encoded(fields, name, value), { cookie })]);
        }
      }
    }
    for (const name of [
      'login',
      'login_code',
      'login_device',
      'login_browser',
      'oauth_login',
      'oauth_resume',
    ]) {
      const cookie = `${name}=${value}`;
      for (const path of ['/login', '/logout', '/login/x', '/oauth/authorize/x']) {
        statuses.push([
          `${path} cookie ${name}`,
          await statusOf(path, { headers: { cookie }, redirect: 'follow' }),
        ]);
      }
    }
  });
});

describe.each(VALUES)('[D-311] a parameter with %s never causes a 5xx', (_reason, value) => {
  it('in the forms of a user who is signed in', async () => {
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    await visitor.get('/login/passkeys');
    const cookie = visitor.cookieHeader('/login');
    const common = { csrf: visitor.csrfToken, name: 'x', credential: '{}', current: 'x' };
    for (const fields of [
      { ...common, step: 'add' },
      { ...common, step: 'create' },
      { ...common, step: 'remove', passkey: '1' },
      { ...common, step: 'end', login: '1' },
      { ...common, step: 'end', app: '1', token: '1' },
      { ...common, step: 'password', password: 'a new good password' },
    ]) {
      for (const path of ['/login/passkeys', '/login/security', '/login/access']) {
        for (const name of SIGNED_IN.split(' ')) {
          const status = await post(path, encoded(fields, name, value), { cookie });
          statuses.push([`${path} ${fields.step} ${name}`, status]);
        }
      }
      app.clock.forward(901);
    }
  });
});

it('[D-212] a header with strange octets never causes a 5xx', async () => {
  const headers = { 'User-Agent': '\u00ff\u00fe'.repeat(2000), 'X-Forwarded-For': 'fe80::1%\u00ff, x' };
  const visitor = new Visitor(app, headers);
  await visitor.get('/login');
  expect((await logIn(visitor, account, { remember: 'yes' })).status).toBe(303);
  expect((await enterPassword(visitor, '/login', 'nobody')).status).toBeLessThan(500);
});
