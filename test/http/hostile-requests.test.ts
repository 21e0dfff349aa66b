import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startApp, type TestApp } from '../support/app.js';
import { Client, NOT_FOUND, refusal } from '../support/client.js';
import { makeAccount } from '../support/makers.js';
import { rawRequest } from '../support/raw-http.js';

let app: TestApp;
let client: Client;
let username: string;
beforeAll(async () => {
  app = await startApp({ MAX_SUBNETS_PER_VPC: '5000' });
  ({ client, username } = await makeAccount(app));
});
afterAll(() => app.close());

const SUBNETS = 'You have reached the maximum of 5000 subnets for this VPC.';
const QUESTIONS = 'You must answer exactly three security questions.';
const RESTRICTIONS = 'At most 100 entries are allowed in all.';

const many = (count: number, entry: string) => `[${Array<string>(count).fill(entry).join(',')}]`;

describe('a body', () => {
  it.each([
    ['/profile/phone-number/verify', '{"otp_code": {"constructor": {"a": 1}}}', 'otp_code'],
    ['/vpcs', '{"label": {"constructor": "x"}, "region": "us-east"}', 'label'],
    ['/vpcs', '{"label": {"__proto__": {"constructor": null}}, "region": "us-east"}', 'label'],
    ['/vpcs', '{"label": [{"constructor": {"prototype": 1}}], "region": "us-east"}', 'label'],
  ])('[D-10] POST %s %s is only a value of the wrong type', async (path, body, field) => {
    expect(await client.send('POST', path, body)).toMatchObject({
      status: 400,
      body: refusal(field, `${field} is not valid`),
    });
  });

  it.each([
    [
      'POST',
      '/domains',
      `{"domain": "a.example", "type": "slave", "master_ips": ${many(5001, '1')}}`,
      'master_ips',
    ],
    ['PUT', '/profile', `{"authorized_keys": ${many(5001, '1')}}`, 'authorized_keys'],
  ])(
    'of more than 5000 entries is refused without a check of them: %s %s',
    async (method, path, body, field) => {
      const answer = await client.send(method, path, body);
      expect(answer).toMatchObject({ status: 400, body: refusal(field, `${field} is not valid`) });
    },
  );

  const domain = '"domain": "a.example", "type": "slave"';
  const vpc = '"label": "net", "region": "us-east"';
  const atMost = (length: number) => `Length must be 0-${length} characters`;
  it.each([
    ['POST', '/domains', domain, 'axfr_ips', 101, '"192.0.2.1234"', atMost(1000)],
    ['POST', '/domains', domain, 'axfr_ips', 5001, '"192.0.2.1"', atMost(1000)],
    ['POST', '/domains', domain, 'master_ips', 1112, '"192.0.2.1234"', atMost(10_000)],
    ['POST', '/domains', domain, 'master_ips', 5001, '"192.0.2.1"', atMost(10_000)],
    [
      'POST',
      '/domains',
      `${domain}, "master_ips": ["192.0.2.1"]`,
      'tags',
      40,
      `"${'t'.repeat(256)}"`,
      atMost(10_000),
    ],
    ['POST', '/domains', `${domain}, "master_ips": ["192.0.2.1"]`, 'tags', 5001, '"tag"', atMost(10_000)],
    ['POST', '/vpcs', vpc, 'subnets', 5001, '{}', SUBNETS],
    ['POST', '/profile/security-questions', '"a": 1', 'security_questions', 4, '{}', QUESTIONS],
    ['POST', '/profile/security-questions', '"a": 1', 'security_questions', 5001, '{}', QUESTIONS],
  ])(
    '[D-27] %s %s {%s, %s: %d} is refused for its own cap, without a check of its entries',
    async (method, path, others, field, count, entry, reason) => {
      const answer = await client.send(method, path, `{${others}, "${field}": ${many(count, entry)}}`);
      expect(answer).toMatchObject({ status: 400, body: refusal(field, reason) });
    },
  );

  it.each([101, 5001])(
    '[D-237] with %d sources of a token is refused for the cap of all restrictions',
    async (count) => {
      const answer = await client.post('/profile/tokens', {
        restrictions: { sources: Array(count).fill('x') },
      });
      expect(answer).toMatchObject({ status: 400, body: refusal('restrictions', RESTRICTIONS) });
    },
  );

  it('counts the entries of all known lists', async () => {
    const grants = (count: number) => many(count, '{"id": 1, "permissions": "read_only"}');
    const path = `/account/users/${username}/grants`;
    const both = await client.send('PUT', path, `{"vpc": ${grants(2500)}, "domain": ${grants(2501)}}`);
    expect(both.body).toEqual(refusal('vpc', 'vpc is not valid'));
    const unknown = await client.send(
      'POST',
      '/vpcs',
      `{"label": "net", "region": "us-east", "nothing": ${many(9000, '1')}}`,
    );
    expect(unknown.status).toBe(200);
  });

  it('of 5000 entries reports each fault once', async () => {
    const subnets = many(2500, '1,{}');
    const { body } = await client.send(
      'POST',
      '/vpcs',
      `{"label": "net", "region": "us-east", "subnets": ${subnets}}`,
    );
    const fields = body.errors.map(({ field }: { field: string }) => field) as string[];
    expect(fields).toHaveLength(7500);
    expect(new Set(fields).size).toBe(7500);
    expect(fields.slice(0, 4)).toEqual(['subnets[0]', 'subnets[1].label', 'subnets[1].ipv4', 'subnets[2]']);
  });

  it.each([
    ['tags', many(40, `"${'t'.repeat(251)}"`), 'Length must be 0-10000 characters'],
    ['master_ips', many(1112, '"192.0.2.1"'), 'Length must be 0-10000 characters'],
    ['domain', `"${'\u00e9\u3002'.repeat(100_000)}"`, 'Domain is not valid.'],
  ])('[D-184] whose %s has too many characters in all is refused', async (field, value, reason) => {
    const others = { domain: '"a.example"', type: '"slave"', master_ips: '["192.0.2.1"]', [field]: value };
    const body = `{${Object.entries(others)
      .map(([key, text]) => `"${key}": ${text}`)
      .join(', ')}}`;
    expect(await client.send('POST', '/domains', body)).toMatchObject({
      status: 400,
      body: refusal(field, reason),
    });
  });

  it('[D-145] has addresses of at most 2048 characters', async () => {
    const redirect_uri = `https://app.example.com/${'a'.repeat(2025)}`;
    const { body } = await client.post('/account/oauth-clients', { label: 'app', redirect_uri });
    expect(body).toEqual(refusal('redirect_uri', 'Length must be 0-2048 characters'));
  });
});

describe('the HTTP layer', () => {
  it.each([
    '/images/%00',
    '/images/private/%00',
    '/regions/%00',
    '/account/users/%00',
    '/account/oauth-clients/%00',
  ])('[D-08] GET %s names nothing', async (path) => {
    expect(await client.get(path)).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('[Errors rule 1] without Host, the response is 400 in the form of errors', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.end('GET /v4/regions HTTP/1.1\r\nConnection: close\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(answer).toContain('\r\n\r\n{"errors":[{"field":"Host","reason":"Host is required"}]}');
  });

  it('[Errors rule 1] an unknown expectation changes nothing', async () => {
    const answer = await rawRequest(app.url, ['GET /v4/regions/us-east HTTP/1.1', 'Expect: the-worst']);
    expect(answer.status).toBe(200);
  });

  it('garbage after a request does not get the response of the request', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `GET /v4/vpcs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\n\r\nGARBAGE\r\n\r\n`,
    );
    expect(await text(socket)).not.toContain('HTTP/1.1 400');
  });
});

describe('a path with a segment ..', () => {
  it.each(['a/../../../../../v4', 'a%2F..%2F..%2F..%2F..%2Fv4', '%2e%2E'])(
    'is not found below /platform, because a proxy that removes the segment reads another path: %s',
    async (name) => {
      const { status, body } = await rawRequest(app.url, [
        `GET /platform/v1/domains/${name}/holder HTTP/1.1`,
      ]);
      expect({ status, body: JSON.parse(body) as unknown }).toEqual({ status: 404, body: NOT_FOUND });
    },
  );
});
