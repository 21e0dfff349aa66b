import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, refusal } from '../support/client.js';
import { makeAccount, makeVpc } from '../support/makers.js';
import { rawRequest } from '../support/raw-http.js';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  client = (await makeAccount(app)).client;
});
afterAll(() => app.close());

const NOT_FOUND = { status: 404, body: refusal('', 'Not found') };
const INVALID_JSON = { status: 400, body: refusal('', 'Invalid JSON') };
const NOT_AN_OBJECT = { status: 400, body: refusal('', 'Request body must be a JSON object') };

/** Creates a VPC with this text as the body. */
const post = (body: string, headers: Record<string, string> = {}) =>
  client.send('POST', '/vpcs', body, headers);
const POST_VPC = () => ['POST /v4/vpcs HTTP/1.1', `Authorization: Bearer ${client.token}`];
const vpc = (more = '') => `{"label": "net", "region": "us-east"${more}}`;

describe('paths', () => {
  it.each([
    ['/', 'the root'],
    ['/v4', 'the version alone'],
    ['/v4/nothing', 'an unknown path'],
    ['/v5/vpcs', 'another version'],
    ['/V4/vpcs', 'the version in upper case'],
    ['/v4/VPCs', 'a name in upper case'],
    ['/v4/vpcs//', 'two trailing slashes'],
    ['/v4//vpcs', 'an empty segment'],
    ['/v4/vpcs/1/nothing', 'below an entity'],
    ['/v4/vpcs/%ZZ', 'an escape that is none'],
    ['/v4/vpcs/%FF', 'bytes that are no UTF-8'],
    ['/v4/vpcs/1%2Fsubnets', 'an escaped slash in a number'],
    ['/v4betavpcs', 'no segment of the version'],
  ])('[D-01] [D-32] [Errors rule 1] %s (%s): 404', async (path) => {
    const { status, body } = JSON.parse(
      JSON.stringify(await new Client(app.url, client.token, '').get(path)),
    ) as { status: number; body: unknown };
    expect({ status, body }).toEqual(NOT_FOUND);
  });

  it.each(['/v4/vpcs', '/v4/vpcs/', '/v4beta/vpcs', '/v4beta/vpcs/', '/v4/vpcs?x=1', '/v4/vpcs/?x=1'])(
    '[D-01] [D-163] [Versioning rule 1] %s is the list of VPCs',
    async (path) => {
      const answer = await new Client(app.url, client.token, '').get(path);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ data: [], page: 1 });
    },
  );

  it('[D-01] the alias has everything: OPTIONS, 405 and 404 too', async () => {
    const beta = new Client(app.url, client.token, '/v4beta');
    expect((await beta.send('OPTIONS', '/vpcs')).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect((await beta.send('DELETE', '/vpcs')).status).toBe(405);
    expect((await beta.get('/nothing')).status).toBe(404);
  });

  it('[D-01] [D-275] an absolute request target is the same as its path', async () => {
    const { id } = await makeVpc(client);
    const send = (prefix: string, label: string) => {
      const target = `http://api.example${prefix}/vpcs/${id}/subnets`;
      const lines = [`POST ${target} HTTP/1.1`, ...POST_VPC().slice(1)];
      return rawRequest(app.url, lines, JSON.stringify({ label, ipv4: `10.0.${label}.0/24` }));
    };
    for (const [prefix, label] of [
      ['/v4', '8'],
      ['/v4beta', '9'],
    ] as const) {
      const { status, headers, body } = await send(prefix, label);
      expect(status).toBe(200);
      expect(headers.location).toBe(`/v4/vpcs/${id}/subnets/${(JSON.parse(body) as { id: number }).id}`);
    }
  });

  it('[D-03] [D-269] OPTIONS of an unknown path is 404 outside /v4, and 200 below it', async () => {
    const outside = new Client(app.url, undefined, '');
    expect(await outside.send('OPTIONS', '/nothing')).toMatchObject(NOT_FOUND);
    const { status, headers } = await anonymous(app).send('OPTIONS', '/nothing');
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 200, allow: 'OPTIONS' });
  });

  it.each(['TRACE', 'PATCH', 'PROPFIND'])('[D-20] %s is 405 where GET is 200', async (method) => {
    const { status, headers, body } = await rawRequest(app.url, [`${method} /v4/regions HTTP/1.1`]);
    expect({ status, allow: headers.allow, body: JSON.parse(body) as unknown }).toEqual({
      status: 405,
      allow: 'GET, HEAD, OPTIONS',
      body: refusal('', 'Method Not Allowed'),
    });
  });
});

describe('bodies', () => {
  it.each([
    ['{', 'cut off'],
    ['{"label": "net",}', 'a trailing comma'],
    ["{'label': 'net'}", 'single quotes'],
    ['{"label": "net"} x', 'something after it'],
    ['{"label": NaN}', 'no JSON number'],
    ['{"label": 01}', 'a leading zero'],
    ['{"label": "a\nb"}', 'a line break in a string'],
    ['\ufeff{', 'cut off behind a byte order mark'],
    [' ', 'blanks alone'],
  ])('[D-28] %j (%s): Invalid JSON', async (body) => {
    expect(await post(body)).toMatchObject(INVALID_JSON);
  });

  it('[D-28] bytes that are not UTF-8: Invalid JSON', async () => {
    const { status, body } = await rawRequest(app.url, POST_VPC(), Buffer.from('{"\xff": 1}', 'latin1'));
    expect({ status, body: JSON.parse(body) as unknown }).toEqual(INVALID_JSON);
  });

  it.each(['[]', '[{}]', 'null', '1', '"text"', 'true'])('[D-28] %s: not an object', async (body) => {
    expect(await post(body)).toMatchObject(NOT_AN_OBJECT);
  });

  it('[D-17] an empty body counts as {}', async () => {
    const { body } = await client.send('POST', '/vpcs');
    expect(body.errors).toEqual([
      { field: 'label', reason: 'label is required' },
      { field: 'region', reason: 'region is required' },
    ]);
  });

  it('[D-13] unknown and read-only keys are ignored, and the last of duplicate keys counts', async () => {
    const { status, body } = await post(vpc(', "label": "last", "id": 5, "nothing": {}, "created": 1'));
    expect(status).toBe(200);
    expect(body.label).toBe('last');
    expect(body.id).not.toBe(5);
    expect(body).not.toHaveProperty('nothing');
  });

  it('[D-13] __proto__ and constructor are ordinary keys', async () => {
    const { status, body } = await post(vpc(', "__proto__": {"description": "x"}, "constructor": {"a": 1}'));
    expect(status).toBe(200);
    expect(body.description).toBe('');
  });

  it.each([
    [512, 200],
    [513, 400],
  ])('[D-17] [D-188] nesting of %i: %i', async (depth, status) => {
    const inside = depth - 1;
    const answer = await post(vpc(`, "deep": ${'['.repeat(inside)}${']'.repeat(inside)}`));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer).toMatchObject(INVALID_JSON);
  });

  it('[D-17] brackets inside strings nest nothing', async () => {
    expect((await post(vpc(`, "text": ${JSON.stringify('[{"\\'.repeat(1000))}`))).status).toBe(200);
  });

  it.each([
    [1024 * 1024, 200],
    [1024 * 1024 + 1, 413],
  ])('[D-17] %i bytes: %i', async (size, status) => {
    const rest = vpc(', "filler": ""').length;
    const answer = await post(vpc(`, "filler": "${'x'.repeat(size - rest)}"`));
    expect(answer.status).toBe(status);
    if (status === 413) expect(answer.body).toEqual(refusal('', 'Request body is too large'));
  });

  it('[D-17] a body whose declared length is too large: 413, unread', async () => {
    const answer = await rawRequest(app.url, [...POST_VPC(), 'Content-Length: 1048577']);
    expect(answer.status).toBe(413);
  });

  it('[D-17] a body without a declared length that grows too large: 413', async () => {
    const chunk = (size: number) => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;
    const lines = [...POST_VPC(), 'Transfer-Encoding: chunked'];
    const body = `${chunk(700_000)}${chunk(700_000)}0\r\n\r\n`;
    expect((await rawRequest(app.url, lines, body)).status).toBe(413);
  });

  it('[D-17] is ignored on GET and DELETE, valid or not', async () => {
    const { id } = await makeVpc(client);
    const lines = (method: string, path: string) => [
      `${method} /v4${path} HTTP/1.1`,
      `Authorization: Bearer ${client.token}`,
      'Content-Type: text/plain',
    ];
    expect((await rawRequest(app.url, lines('GET', '/regions/us-east'), '{')).status).toBe(200);
    expect((await rawRequest(app.url, lines('DELETE', `/vpcs/${id}`), '{')).status).toBe(200);
  });
});

describe('media types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json;',
    'application/json; charset=utf-8; ',
    'APPLICATION/JSON',
  ])('[D-18] %s is read', async (type) => {
    expect((await post(vpc(), { 'Content-Type': type })).status).toBe(200);
  });

  it('[D-18] none is read', async () => {
    expect((await rawRequest(app.url, POST_VPC(), vpc())).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; version=1',
    'application/merge-patch+json',
    'application/jsonp',
    '*/*',
    'json',
  ])('[D-18] %s is 415', async (type) => {
    expect(await post(vpc(), { 'Content-Type': type })).toMatchObject({
      status: 415,
      body: refusal('Content-Type', 'Unsupported Media Type'),
    });
  });

  it.each(['gzip', 'br', 'deflate', 'nothing', 'identity, gzip'])(
    '[D-18] the encoding %s is 415',
    async (encoding) => {
      expect(await post(vpc(), { 'Content-Encoding': encoding })).toMatchObject({
        status: 415,
        body: refusal('Content-Encoding', 'Unsupported Media Type'),
      });
    },
  );

  it('[D-18] the encoding identity is read', async () => {
    expect((await post(vpc(), { 'Content-Encoding': 'identity' })).status).toBe(200);
  });

  it('[D-18] [D-165] without a body neither type nor encoding matter', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const lines = [...POST_VPC(), 'Content-Type: text/plain', 'Content-Encoding: gzip'];
    expect((await rawRequest(app.url, [...lines, 'Content-Length: 0'])).status).toBe(400);
    expect((await client.get('/vpcs', { 'Content-Type': 'application/json' })).status).toBe(200);
    expect((await client.delete('/vpcs/9007199254740991', headers)).status).toBe(404);
  });
});

describe('characters', () => {
  it.each([
    ['U+0000', '\\u0000'],
    ['a lone high surrogate', '\\ud800'],
    ['a lone low surrogate', '\\udc00 '],
    ['surrogates in the wrong order', '\\udc00\\ud800'],
  ])('[D-11] %s is not valid', async (_, escaped) => {
    const { status, body } = await post(`{"label": "a${escaped}", "region": "us-east"}`);
    expect({ status, body }).toEqual({ status: 400, body: refusal('label', 'label is not valid') });
  });

  it('[D-11] a character is a code point, stored as it was sent', async () => {
    const label = `  ${'\u{1f600}'.repeat(60)}e\u0301`;
    expect((await client.post('/vpcs', { label, region: 'us-east' })).body.label).toBe(label);
    const tooLong = await client.post('/vpcs', { label: '\u{1f600}'.repeat(65), region: 'us-east' });
    expect(tooLong.body).toEqual(refusal('label', 'Length must be 1-64 characters'));
  });

  it.each([
    ['5', 'label is not valid'],
    ['true', 'label is not valid'],
    ['["net"]', 'label is not valid'],
    ['{}', 'label is not valid'],
    ['null', 'label is required'],
  ])('[D-10] [D-15] no value is converted: a label %s', async (value, reason) => {
    expect((await post(`{"label": ${value}, "region": "us-east"}`)).body).toEqual(refusal('label', reason));
  });
});

describe('refusals of the HTTP layer', () => {
  it('[D-35] headers over 16 KiB: 431, in the form of errors', async () => {
    const { status, body } = await rawRequest(app.url, [
      'GET /v4/regions HTTP/1.1',
      `X-Filler: ${'x'.repeat(17_000)}`,
    ]);
    expect(status).toBe(431);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ field: '' }] });
  });

  it('[D-35] headers of 15 KiB are read', async () => {
    const { status } = await rawRequest(app.url, [
      'GET /v4/regions HTTP/1.1',
      `X-Filler: ${'x'.repeat(15_000)}`,
    ]);
    expect(status).toBe(200);
  });

  it('[Errors rule 1] bytes that are not HTTP: 400, in the form of errors', async () => {
    const { status, body } = await rawRequest(app.url, ['NO HTTP AT ALL']);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ field: '' }] });
  });
});
