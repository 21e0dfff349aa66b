import { apiOperationsOf } from '../../src/shared/openapi/operations.js';
import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, platform, refusal } from '../support/client.js';
import { makeDocument } from '../support/document.js';
import { makeAccount, makeToken, type TestAccount } from '../support/makers.js';
import { rawRequest } from '../support/raw-http.js';
import { query } from '../support/sql.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
});
afterAll(() => app.close());

const ALWAYS = {
  'x-spec-version': '4.176.0',
  'cache-control': 'private, max-age=0, s-maxage=0, no-cache, no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'",
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'HEAD, GET, OPTIONS, POST, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Origin, X-Filter, X-Requested-With, ' +
    'Idempotency-Key, If-Match, If-None-Match, Dry-Run, Prefer',
  'access-control-expose-headers':
    'X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
    'X-Spec-Version, X-Customer-UUID, X-Request-Id, Link, Altered-Fields, Retry-After, WWW-Authenticate, ' +
    'ETag, Location, Idempotency-Replayed, Dry-Run, Dry-Run-Events',
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('every answer', () => {
  const asks: [string, (client: Client) => ReturnType<Client['get']>][] = [
    ['a success', (client) => client.get('/vpcs')],
    ['a 400', (client) => client.post('/vpcs', {})],
    ['a 401', () => anonymous(app).get('/vpcs')],
    ['a 404', (client) => client.get('/nothing')],
    ['a 405', (client) => client.delete('/vpcs')],
    ['a 413', (client) => client.post('/vpcs', 'x'.repeat(1024 * 1024 + 1))],
    ['OPTIONS', (client) => client.send('OPTIONS', '/vpcs')],
    ['HEAD', (client) => client.send('HEAD', '/vpcs')],
  ];

  it.each(asks)(
    '[Versioning rule 2] [D-157] [D-158] [D-159] [D-160] %s has all the headers',
    async (name, ask) => {
      const headers = Object.fromEntries((await ask(account.client)).headers);
      expect(headers).toMatchObject(ALWAYS);
      // A refusal has two forms, which `Accept` selects.
      expect(headers.vary).toBe(
        name.startsWith('a 4') ? 'Authorization, X-Filter, Accept' : 'Authorization, X-Filter',
      );
      expect(headers['x-request-id']).toMatch(UUID);
    },
  );

  it('[D-160] lets a browser send every request header of the OpenAPI document', async () => {
    const document = await makeDocument();
    const { components } = document;
    const operations = apiOperationsOf(document).map(({ operation }) => operation);
    const all = [
      ...operations.flatMap((of) => of.parameters ?? []),
      ...Object.values(components!.parameters!),
    ];
    const names = all.flatMap((of) => ('name' in of && of.in === 'header' ? of.name : []));
    const { headers } = await anonymous(app).send('OPTIONS', '/vpcs');
    const allowed = headers.get('access-control-allow-headers')!.split(', ');
    expect(names.length).toBeGreaterThan(5);
    expect([...new Set(names)].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it.each(['live', 'ready'])('[D-159] /health/%s has the security headers', async (name) => {
    const secure = await startApp({ PUBLIC_URL: 'https://api.example.com' });
    try {
      const { headers } = await fetch(`${secure.url}/health/${name}`);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'",
        'strict-transport-security': 'max-age=31536000',
        'cache-control': 'no-store',
      });
    } finally {
      await secure.close();
    }
  });

  it('[D-158] shows in Vary that a refusal has two forms, also when the request could not be read', async () => {
    const { status, headers } = await rawRequest(app.url, ['GET /v4/regions HTTP/1.1', 'no header']);
    expect([status, headers.vary]).toEqual([400, 'Authorization, X-Filter, Accept']);
  });

  it('[D-157] has a request id of its own', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await anonymous(app).get('/regions')).headers));
    expect(new Set(ids.map((headers) => headers.get('x-request-id'))).size).toBe(3);
  });

  it('[D-157] ignores a request id of the caller', async () => {
    const mine = '00000000-0000-4000-8000-000000000000';
    const { headers } = await account.client.get('/regions', { 'X-Request-Id': mine });
    expect(headers.get('x-request-id')).not.toBe(mine);
  });

  it.each(asks.slice(0, 5))('[D-19] [D-165] %s is exactly application/json', async (_, ask) => {
    expect((await ask(account.client)).headers.get('content-type')).toBe('application/json');
  });

  it('[D-157] [D-160] does not name the server, sets no cookie and allows no cookie', async () => {
    const names = [...(await account.client.get('/vpcs')).headers.keys()];
    for (const name of ['x-powered-by', 'server', 'etag', 'set-cookie', 'access-control-allow-credentials']) {
      expect(names).not.toContain(name);
    }
  });

  it('[D-02] deletes and actions return {}, and creates are 200', async () => {
    const vpc = await account.client.post('/vpcs', { label: 'net', region: 'us-east' });
    expect(vpc.status).toBe(200);
    expect(await account.client.delete(`/vpcs/${vpc.body.id}`)).toMatchObject({ status: 200, body: {} });
    const [event] = (await account.client.get('/account/events')).body.data;
    expect(await account.client.post(`/account/events/${event.id}/read`)).toMatchObject({
      status: 200,
      body: {},
    });
  });
});

describe('the scopes', () => {
  it.each([
    ['*', '*'],
    ['vpc:read_write,ips:read_only', 'vpc:read_write, ips:read_only'],
  ])("[D-155] X-OAuth-Scopes are the token's: %s", async (scopes, shown) => {
    const client = await makeToken(app, account.username, scopes);
    expect((await client.get('/vpcs')).headers.get('x-oauth-scopes')).toBe(shown);
    expect((await client.get('/regions')).headers.get('x-oauth-scopes')).toBe(shown);
  });

  it('[D-117] [D-155] the 403 of a private image names its scope in both headers', async () => {
    const client = await makeToken(app, account.username, 'vpc:read_write');
    const { status, headers } = await client.get('/images/private/1');
    expect({
      status,
      accepted: headers.get('x-accepted-oauth-scopes'),
      authenticate: headers.get('www-authenticate'),
    }).toEqual({
      status: 403,
      accepted: 'images:read_only',
      authenticate: 'Bearer error="insufficient_scope", scope="images:read_only"',
    });
  });

  it('[D-41] every scope name is known, and no other', async () => {
    const areas =
      'account child_account databases domains events firewall images instances ips lke longview nodebalancers ' +
      'object_storage stackscripts volumes vpc';
    for (const area of areas.split(' ')) {
      for (const scope of [`${area}:read_only`, `${area}:read_write`]) {
        const client = await makeToken(app, account.username, scope);
        expect((await client.get('/regions')).headers.get('x-oauth-scopes')).toBe(scope);
      }
    }
    const unknown = { kind: 'personal', scopes: 'vpcs:read_only' };
    const answer = await platform(app).post(`/users/${account.username}/tokens`, unknown);
    expect(answer.body).toEqual(refusal('scopes', 'scopes is not valid'));
  });

  it.each([
    ['GET', '/vpcs', '*'],
    ['POST', '/vpcs', 'vpc:read_write'],
    ['GET', '/networking/vpcs/ips', 'ips:read_only'],
    ['POST', '/images', 'images:read_write, instances:read_only'],
    ['GET', '/account/events', 'events:read_only | account:read_only'],
    ['GET', '/regions', '*'],
  ])('[D-155] [D-187] X-Accepted-OAuth-Scopes of %s %s: %s', async (method, path, scopes) => {
    for (const client of [account.client, anonymous(app)]) {
      const { headers } = await client.send(method, path, method === 'POST' ? {} : undefined);
      expect(headers.get('x-accepted-oauth-scopes')).toBe(scopes);
    }
  });

  it('[D-155] an anonymous response has no scopes, and a 401 unknown ones', async () => {
    expect((await anonymous(app).get('/regions')).headers.has('x-oauth-scopes')).toBe(false);
    expect((await anonymous(app).get('/vpcs')).headers.get('x-oauth-scopes')).toBe('unknown');
  });

  it("[D-157] X-Customer-UUID is the account's, and only its callers see it", async () => {
    const [row] = await query(app, 'SELECT euuid FROM accounts WHERE id = $1', [account.id]);
    expect((await account.client.get('/vpcs')).headers.get('x-customer-uuid')).toBe(row!.euuid);
    expect((await account.client.post('/vpcs', {})).headers.get('x-customer-uuid')).toBe(row!.euuid);
    expect((await anonymous(app).get('/vpcs')).headers.has('x-customer-uuid')).toBe(false);
    expect((await anonymous(app).get('/regions')).headers.has('x-customer-uuid')).toBe(false);
  });
});

describe('with settings', () => {
  it("[D-50] the caller's address is the right-most untrusted one of X-Forwarded-For", async () => {
    const proxied = await startApp({ TRUSTED_PROXIES: '127.0.0.0/8,192.0.2.0/24' });
    try {
      for (const [service, address] of [
        [app, '127.0.0.1'],
        [proxied, '198.51.100.7'],
      ] as const) {
        const { client } = await makeAccount(service);
        const domain = { domain: 'example.com', type: 'master', soa_email: 'a@example.com' };
        const { id } = (await client.post('/domains', domain)).body;
        const forwarded = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7, 192.0.2.5' };
        const record = { type: 'A', target: '[remote_addr]' };
        const { body } = await client.post(`/domains/${id}/records`, record, forwarded);
        expect(body.target).toBe(address);
      }
    } finally {
      await proxied.close();
    }
  });

  it('[D-156] [D-22] the general limit is off by default and sends no headers', async () => {
    const names = [...(await account.client.get('/vpcs')).headers.keys()];
    expect(names.filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('[D-159] [D-178] Strict-Transport-Security only for customers who use https', async () => {
    expect((await anonymous(app).get('/regions')).headers.has('strict-transport-security')).toBe(false);
    const secure = await startApp({ PUBLIC_URL: 'https://api.example.com' });
    try {
      const { headers } = await anonymous(secure).get('/regions');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    } finally {
      await secure.close();
    }
  });

  it('[D-178] X-Forwarded-Proto counts only from trusted proxies', async () => {
    const ask = async ({ url }: TestApp) =>
      (await rawRequest(url, ['GET /v4/regions HTTP/1.1', 'X-Forwarded-Proto: https'])).headers;
    expect(await ask(app)).not.toHaveProperty('strict-transport-security');
    const proxied = await startApp({ TRUSTED_PROXIES: '127.0.0.0/8' });
    try {
      expect(await ask(proxied)).toHaveProperty('strict-transport-security');
    } finally {
      await proxied.close();
    }
  });
});
