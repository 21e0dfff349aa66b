import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, NOT_FOUND, platform, refusal } from '../support/client.js';
import { makeAccount, makeRestricted, makeToken, makeVpc, type TestAccount } from '../support/makers.js';

/** The limit of requests for each token: more than any test here needs. */
const LIMIT = 50;

let app: TestApp;
let account: TestAccount;
let vpcId: number;
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_REQUESTS: String(LIMIT) });
  account = await makeAccount(app);
  vpcId = (await makeVpc(account.client)).id;
});
afterAll(() => app.close());

const TEXT = { 'Content-Type': 'text/plain' };
const MISSING = 9007199254740991;
const TOO_LARGE = 'x'.repeat(1024 * 1024 + 1);
const INSUFFICIENT = refusal('', 'Your OAuth token is not authorized to use this endpoint.');

/** A token that may only read VPCs. */
const reader = () => makeToken(app, account.username, 'lke:read_only');
/** A restricted user who may read the VPC. */
const granted = async (permissions: string) =>
  (await makeRestricted(app, account, { vpc: [{ id: vpcId, permissions }] })).client;
/** A token that has reached its limit of requests. */
async function exhausted(scopes: string): Promise<Client> {
  const client = await makeToken(app, account.username, scopes);
  for (let i = 0; i < LIMIT; i++) await client.get('/profile');
  return client;
}

describe('[D-20] the order of checks', () => {
  it('path 404 before method 405', async () => {
    expect((await anonymous(app).send('PATCH', '/nothing')).status).toBe(404);
  });

  it('method 405 before credential 401', async () => {
    expect((await anonymous(app).send('PATCH', '/vpcs')).status).toBe(405);
    expect((await new Client(app.url, 'wrong').delete('/vpcs')).status).toBe(405);
  });

  it('credential 401 before the rate 429: a refused request does not count', async () => {
    for (let i = 0; i <= LIMIT; i++) await new Client(app.url, 'wrong').get('/regions');
    expect((await new Client(app.url, 'wrong').get('/regions')).status).toBe(401);
    expect((await anonymous(app).get('/regions')).status).toBe(200);
  });

  it('[D-22] rate 429 before scope 403', async () => {
    const client = await exhausted('lke:read_only');
    for (const answer of [await client.delete(`/vpcs/${vpcId}`), await client.get('/domains')]) {
      expect(answer).toMatchObject({ status: 429, body: refusal('', 'Too many requests') });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('credential 401 before scope 403, body, entity and fields', async () => {
    expect((await anonymous(app).put(`/vpcs/${MISSING}`, TOO_LARGE, TEXT)).status).toBe(401);
  });

  it('scope 403 before the admin role 403', async () => {
    const restricted = await makeRestricted(app, account);
    const client = await makeToken(app, restricted.username, 'lke:read_only');
    expect((await client.get('/account/users')).body).toEqual(INSUFFICIENT);
  });

  it('scope 403 before the body', async () => {
    for (const body of ['{', TOO_LARGE]) {
      expect((await (await reader()).post('/vpcs', body, TEXT)).status).toBe(403);
    }
  });

  it('scope 403 before the entity 404', async () => {
    expect((await (await reader()).put(`/vpcs/${MISSING}`, {})).status).toBe(403);
    expect((await (await reader()).get(`/vpcs/${MISSING}/ips`)).status).toBe(403);
  });

  it('[D-186] admin role 403 before the body, the entity and the fields', async () => {
    const { client } = await makeRestricted(app, account);
    expect((await client.post('/account/users', '{', TEXT)).body).toEqual(refusal('', 'Unauthorized'));
    expect((await client.put('/account/users/nobody-here', { email: 5 })).status).toBe(403);
  });

  it('body 413 before 415 and malformed 400', async () => {
    expect((await account.client.post('/vpcs', TOO_LARGE)).status).toBe(413);
  });

  it('media type 415 before malformed 400', async () => {
    expect((await account.client.post('/vpcs', '{', TEXT)).status).toBe(415);
  });

  it('body 413, 415, 400 before the entity 404', async () => {
    expect((await account.client.put(`/vpcs/${MISSING}`, TOO_LARGE)).status).toBe(413);
    expect((await account.client.put(`/vpcs/${MISSING}`, '{}', TEXT)).status).toBe(415);
    expect((await account.client.put(`/vpcs/${MISSING}`, '{')).body).toEqual(refusal('', 'Invalid JSON'));
    expect((await account.client.put(`/vpcs/${MISSING}`, '[]')).status).toBe(400);
  });

  it('malformed 400 before the grant 403 and 404', async () => {
    expect((await (await granted('read_only')).put(`/vpcs/${vpcId}`, '{')).status).toBe(400);
    const { client } = await makeRestricted(app, account);
    expect((await client.put(`/vpcs/${vpcId}`, '{')).status).toBe(400);
  });

  it('entity 404 before the grant 403', async () => {
    expect((await (await granted('read_only')).put(`/vpcs/${MISSING}`, {})).status).toBe(404);
  });

  it('entity 404 before the fields 400', async () => {
    expect((await account.client.put(`/vpcs/${MISSING}`, { label: 5 })).status).toBe(404);
    expect((await account.client.post(`/vpcs/${MISSING}/subnets`, {})).status).toBe(404);
  });

  it('entity 404 before the fields 400, in the Platform API too', async () => {
    const of = platform(app);
    for (const path of ['/accounts/999999/users', '/users/nobody-here/tokens']) {
      expect((await of.post(path, '{')).body).toEqual(refusal('', 'Invalid JSON'));
      expect(await of.post(path, {})).toMatchObject({ status: 404, body: NOT_FOUND });
    }
    for (const path of ['/accounts/999999/billing', '/users/nobody-here/password', '/users/a%00b/grants']) {
      expect(await of.put(path, { password: 5, vpc: 5 })).toMatchObject({ status: 404, body: NOT_FOUND });
    }
    for (const path of [
      '/images/-x',
      '/images/%20',
      '/domains/nodots/holder',
      '/domains/a_b.example/holder',
    ]) {
      expect(await of.put(path, '{')).toMatchObject({ body: refusal('', 'Invalid JSON') });
      expect(await of.put(path, {})).toMatchObject({ status: 404, body: NOT_FOUND });
    }
    const gone = await of.delete(`/instances/${MISSING}?keep_image=perhaps`);
    expect(gone).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('entity 404 before query and filter 400', async () => {
    for (const path of [`/vpcs/${MISSING}/subnets`, `/vpcs/${MISSING}/ips`, '/vpcs/abc/subnets']) {
      expect((await account.client.get(`${path}?page=0`)).status).toBe(404);
      expect((await account.client.filter(path, '{')).status).toBe(404);
    }
  });

  it.each<Record<string, string>>([
    { 'Idempotency-Key': 'not valid' },
    { 'Idempotency-Key': 'valid', 'Dry-Run': 'perhaps' },
  ])('[D-230] entity 404 before the faults of %j', async (headers) => {
    const answer = await account.client.delete(`/vpcs/${MISSING}`, headers);
    expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('grant 403 before the fields 400', async () => {
    const client = await granted('read_only');
    expect((await client.put(`/vpcs/${vpcId}`, { label: 5 })).body).toEqual(refusal('', 'Unauthorized'));
    expect((await client.post('/vpcs', { label: 5 })).body).toEqual(refusal('', 'Unauthorized'));
  });

  it('scope 403 and hidden 404 before query and filter 400', async () => {
    expect((await (await reader()).get('/networking/vpcs/ips?page=0')).status).toBe(403);
    const { client } = await makeRestricted(app, account);
    expect((await client.get(`/vpcs/${vpcId}/subnets?page=0`)).status).toBe(404);
  });

  it('[D-26] [D-27] [D-183] fields all at once, in the order of the spec, one fault each', async () => {
    const body = { subnets: [{ ipv4: 5 }, 7], description: 5, region: 'nowhere', label: '' };
    expect((await account.client.post('/vpcs', body)).body.errors).toEqual([
      { field: 'label', reason: 'Length must be 1-64 characters' },
      { field: 'region', reason: 'region is not valid' },
      { field: 'description', reason: 'description is not valid' },
      { field: 'subnets[0].label', reason: 'label is required' },
      { field: 'subnets[0].ipv4', reason: 'ipv4 is not valid' },
      { field: 'subnets[1]', reason: 'subnets[1] is not valid' },
    ]);
  });

  it('[D-27] rules across fields only once the fields are valid', async () => {
    const overlapping = ['10.0.0.0/24', '10.0.0.0/25'].map((ipv4) => ({ label: 's', ipv4 }));
    const post = (label: string) =>
      account.client.post('/vpcs', { label, region: 'us-east', subnets: overlapping });
    expect((await post('')).body.errors).toEqual([
      { field: 'label', reason: 'Length must be 1-64 characters' },
    ]);
    expect((await post('net')).body).toEqual(
      refusal('subnets[1].ipv4', 'Range must not overlap with other subnets of the same VPC'),
    );
  });
});
