import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CATALOGUE, type Code } from '../../src/shared/errors/catalogue.js';
import { answerUnreadable } from '../../src/shared/http/response/unreadable-request.js';
import { startApp, type TestApp } from '../support/app.js';
import { platform, type Answer } from '../support/client.js';
import {
  done,
  makeAccount,
  makeInstance,
  makeRestricted,
  makeToken,
  makeVpc,
  next,
} from '../support/makers.js';
import { rawRequest } from '../support/raw-http.js';
import { query } from '../support/sql.js';

const TYPE = 'application/problem+json';
const PROBLEM = { Accept: TYPE };
const QUOTAS = {
  MAX_DOMAINS_PER_ACCOUNT: '1',
  MAX_TOKENS_PER_USER: '2',
  MAX_VPCS_PER_ACCOUNT: '1',
  MAX_SUBNETS_PER_VPC: '2',
};

let app: TestApp;
beforeAll(async () => (app = await startApp(QUOTAS)));
afterAll(() => app.close());

/** The fault of a problem with one fault. */
function onlyFault({ status, body }: Answer): unknown {
  expect(body.errors).toHaveLength(1);
  return { status, ...body.errors[0] };
}

describe('[D-234] a problem has details that help', () => {
  it('a missing field, a wrong type, a length, a range, a choice: all at once', async () => {
    const { client } = await makeAccount(app);
    const domain = { domain: 'example.com', type: 'primary', ttl_sec: -1, tags: [1], soa_email: 'x' };
    const { body } = await client.post('/domains', domain, PROBLEM);
    expect(body).toMatchObject({
      type: 'http://localhost:3000/docs/errors/value_not_allowed',
      title: CATALOGUE.value_not_allowed.title,
      status: 400,
      errors: [
        { code: 'value_not_allowed', field: 'type', allowed: ['master', 'slave'] },
        { code: 'email_not_valid', field: 'soa_email' },
        { code: 'value_out_of_range', field: 'ttl_sec', minimum: 0, maximum: 2147483647 },
        {
          code: 'value_not_valid',
          field: 'tags[0]',
          in: 'body',
          pointer: '/tags/0',
          expected: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ],
    });
    for (const { code } of body.errors as { code: Code }[])
      expect(body.detail).toContain(CATALOGUE[code].remedy);
    const vpc = { label: '', region: 'us-east' };
    expect(onlyFault(await client.post('/vpcs', vpc, PROBLEM))).toEqual({
      status: 400,
      code: 'length_out_of_range',
      field: 'label',
      in: 'body',
      pointer: '/label',
      reason: 'Length must be 1-64 characters',
      minimum: 1,
      maximum: 64,
    });
    expect(
      (await client.post('/profile/sshkeys', { label: 'a', ssh_key: 'x' }, PROBLEM)).body.errors[0].code,
    ).toBe('ssh_key_type');
    expect((await client.post('/vpcs', {}, PROBLEM)).body.errors[0].code).toBe('value_required');
  });

  it('[D-278] a header or a parameter at fault', async () => {
    const { client } = await makeAccount(app);
    const page = await client.get('/vpcs?page=0', PROBLEM);
    expect(onlyFault(page)).toMatchObject({ field: 'page', in: 'query' });
    const dry = await client.post('/vpcs', {}, { ...PROBLEM, 'Dry-Run': 'yes' });
    expect(onlyFault(dry)).toMatchObject({ field: 'Dry-Run', in: 'header', allowed: ['true'] });
  });

  it('the scope that the token lacks, of those that the request needs', async () => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'images:read_write');
    const answer = await client.post('/images', {}, PROBLEM);
    expect(onlyFault(answer)).toMatchObject({
      status: 403,
      code: 'missing_scope',
      missing_scope: 'instances:read_only',
    });
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="images:read_write instances:read_only"',
    );
  });

  it('the grant that the user lacks', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const { client } = await makeRestricted(app, account, {
      vpc: [{ id: vpc.id, permissions: 'read_only' }],
    });
    const grantOf = async (asked: Promise<Answer>) =>
      (onlyFault(await asked) as { missing_grant?: string }).missing_grant;
    expect(await grantOf(client.delete(`/vpcs/${vpc.id}`, PROBLEM))).toBe('read_write');
    expect(await grantOf(client.post('/vpcs', { label: 'a' }, PROBLEM))).toBe('add_vpcs');
    expect(await grantOf(client.get('/account/users', PROBLEM))).toBe('account_access');
    expect(await grantOf(client.get(`/vpcs/${vpc.id + 1}`, PROBLEM))).toBeUndefined();
  });

  it('the supported methods, media types and sizes', async () => {
    const { client } = await makeAccount(app);
    const fault = async (asked: Promise<Answer>) => onlyFault(await asked);
    expect(await fault(client.put('/vpcs', {}, PROBLEM))).toMatchObject({
      status: 405,
      allowed: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    });
    expect(
      await fault(client.post('/vpcs', 'x', { ...PROBLEM, 'Content-Type': 'text/plain' })),
    ).toMatchObject({
      status: 415,
      field: 'Content-Type',
      allowed: ['application/json'],
    });
    expect(await fault(client.post('/vpcs', 'x'.repeat(1024 * 1024 + 1), PROBLEM))).toMatchObject({
      status: 413,
      code: 'body_too_large',
      maximum: 1024 * 1024,
    });
  });

  it('[D-210] the limit, and the number in use', async () => {
    const { client } = await makeAccount(app);
    const domain = () => ({ domain: `limit-${next()}.example`, type: 'master', soa_email: 'a@example.com' });
    done(await client.post('/domains', domain()));
    done(await client.post('/profile/tokens', {}));
    await makeVpc(client);
    const subnets = [1, 2, 3].map((n) => ({ label: `s${n}`, ipv4: `10.0.${n}.0/24` }));
    const refusals = [
      await client.post('/domains', domain(), PROBLEM),
      await client.post('/profile/tokens', {}, PROBLEM),
      await client.post('/vpcs', { label: 'one-more', region: 'us-east' }, PROBLEM),
      await client.post('/vpcs', { label: 'large', region: 'us-east', subnets }, PROBLEM),
    ];
    expect(refusals.map(onlyFault)).toMatchObject([
      { code: 'domain_limit', limit: 1, used: 1 },
      { code: 'token_limit', limit: 2, used: 2 },
      { code: 'vpc_limit', limit: 1, used: 1 },
      { code: 'subnet_limit', field: 'subnets', limit: 2, used: 0 },
    ]);
  });
});

describe('[D-234] a blocked delete lists its blockers', () => {
  it('a VPC and a subnet: the interfaces of instances, with a label only for callers who may see the instance', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { subnets: 2 });
    const [subnet] = vpc.subnets;
    const instance = await makeInstance(app, account, [
      { subnet_id: subnet.id },
      { subnet_id: vpc.subnets[1].id },
    ]);
    const interfaces = instance.configs[0].interfaces as { id: number }[];
    const blocker = (index: number) => ({
      type: 'instance',
      id: instance.id,
      label: instance.label,
      config_id: instance.configs[0].id,
      interface_id: interfaces[index]!.id,
    });
    const ofSubnet = await account.client.delete(`/vpcs/${vpc.id}/subnets/${subnet.id}`, PROBLEM);
    expect(onlyFault(ofSubnet)).toMatchObject({ code: 'subnet_in_use', blockers: [blocker(0)] });
    const ofVpc = await account.client.delete(`/vpcs/${vpc.id}`, PROBLEM);
    expect(onlyFault(ofVpc)).toMatchObject({ code: 'vpc_in_use', blockers: [blocker(0), blocker(1)] });

    const granted = await makeRestricted(app, account, { vpc: [{ id: vpc.id, permissions: 'read_write' }] });
    const [seen] = (await granted.client.delete(`/vpcs/${vpc.id}`, PROBLEM)).body.errors[0].blockers;
    expect(seen).toEqual({ ...blocker(0), label: undefined });
  });

  it('at most 100 of them', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { subnets: 1 });
    const one = { subnet_id: vpc.subnets[0].id };
    await makeInstance(
      app,
      account,
      Array.from({ length: 101 }, () => one),
    );
    expect((await account.client.delete(`/vpcs/${vpc.id}`, PROBLEM)).body.errors[0].blockers).toHaveLength(
      100,
    );
  });

  it('[D-200] an account: its remaining resources, of every area', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client);
    const domain = { domain: `rest-${next()}.example`, type: 'master', soa_email: 'a@example.com' };
    const { id: domainId } = done(await account.client.post('/domains', domain));
    const upload = { label: 'disk', region: 'us-east' };
    const { image } = done(await account.client.post('/images/upload', upload));
    const child = await makeAccount(app, account.id);
    const refused = onlyFault(
      await platform(app).send('DELETE', `/accounts/${account.id}`, undefined, PROBLEM),
    );
    expect(refused).toMatchObject({ status: 400, code: 'account_in_use' });
    expect((refused as { blockers: unknown[] }).blockers).toEqual(
      expect.arrayContaining([
        { type: 'vpc', id: vpc.id, label: vpc.label },
        { type: 'domain', id: domainId, label: domain.domain },
        { type: 'image', id: image.id, label: 'disk' },
        expect.objectContaining({ type: 'account', id: child.id }),
      ]),
    );
  });
});

describe('[D-234] also when the request does not reach an endpoint', () => {
  const problemOf = async (lines: string[]) => {
    const { status, headers, body } = await rawRequest(app.url, lines);
    return { status, type: headers['content-type'], code: JSON.parse(body).errors[0].code as Code };
  };

  it.each<[Code, number, string[]]>([
    ['malformed_request', 400, ['GET /v4/vpcs HTTP/1.1', `Accept: ${TYPE}`, 'Bad Header']],
    [
      'headers_too_large',
      431,
      ['GET /v4/vpcs HTTP/1.1', `Accept: ${TYPE}`, `X-Filter: ${'x'.repeat(17000)}`],
    ],
    ['not_found', 404, ['GET /v4/nothing HTTP/1.1', `Accept: ${TYPE}`]],
    ['method_not_allowed', 405, ['PATCH /v4/vpcs HTTP/1.1', `Accept: ${TYPE}`]],
  ])('%s', async (code, status, lines) => {
    expect(await problemOf(lines)).toEqual({ status, type: TYPE, code });
  });

  it('request_timeout, in the default form, because its Accept was not read', async () => {
    const socket = new PassThrough();
    answerUnreadable('http://localhost:3000')(
      Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );
    expect(await text(socket)).toMatch(
      /^HTTP\/1\.1 408 .*{"errors":\[{"field":"","reason":"Request Timeout"}]}$/s,
    );
  });

  it('[D-154] but not on OAuth, whose own form stays', async () => {
    const response = await fetch(`${app.url}/oauth/token`, {
      method: 'POST',
      headers: { ...PROBLEM, 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: 'The body must be a form.',
        errors: [{ field: '', reason: 'The body must be a form.' }],
      },
    ]);
  });

  it('unexpected_error, with nothing internal', async () => {
    const broken = await startApp();
    try {
      const { client } = await makeAccount(broken);
      await query(broken, 'DROP TABLE ssh_keys CASCADE');
      const answer = await client.get('/profile/sshkeys', PROBLEM);
      expect(onlyFault(answer)).toEqual({
        status: 500,
        code: 'unexpected_error',
        field: '',
        reason: CATALOGUE.unexpected_error.reason,
      });
    } finally {
      await broken.close();
    }
  });
});
