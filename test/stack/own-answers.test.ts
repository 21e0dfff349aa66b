import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { freePorts } from '../support/free-port.js';
import { makeAccount } from '../support/makers.js';
import { makeOAuthClient } from '../support/oauth-makers.js';
import { rawRequest } from '../support/raw-http.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { startNginx, startProxy, type Program } from './programs.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let app: TestApp;
let folder: string;
let replica: number;

beforeAll(async () => {
  app = await startApp();
  replica = Number(new URL(app.url).port);
  folder = makeTemporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The answer to a request, in the form of the service's own refusals. */
async function answer(url: string, lines: readonly string[], body = '') {
  const { status, headers, body: text } = await rawRequest(url, lines, body);
  return { status, reason: refusalOf(text), headers };
}

function refusalOf(text: string): unknown {
  const { errors } = JSON.parse(text) as { errors: unknown };
  return errors;
}

const refused = (status: number, reason: string, retry?: string) => ({
  status,
  reason: [{ field: '', reason }],
  headers: expect.objectContaining({
    'content-type': 'application/json',
    'x-request-id': expect.stringMatching(UUID),
    'x-spec-version': '4.176.0',
    ...(retry ? { 'retry-after': retry } : {}),
  }),
});

describe('[D-157] the own answers', () => {
  let nginx: Program;
  let haproxy: Program;
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    const [first, second, platform] = (await freePorts(3)) as [number, number, number];
    for (const name of ['nginx', 'haproxy']) mkdirSync(join(folder, name));
    nginx = await startNginx(
      { customers: first, replicas: [replica, replica] },
      join(folder, 'nginx'),
      // Limits that an operator may set.
      (configuration) =>
        configuration
          .replace('client_max_body_size 0', 'client_max_body_size 1k')
          .replace(
            'location / {',
            'location = /v4/limited { limit_req zone=one; limit_req_status 429; }\nlocation / {',
          )
          .replace(
            'server {\n        listen',
            'limit_req_zone $binary_remote_addr zone=one:1m rate=1r/m;\nserver {\n        listen',
          ),
    );
    haproxy = await startProxy({ customers: second, platform, replicas: [replica] }, join(folder, 'haproxy'));
    urls.nginx = `http://127.0.0.1:${first}`;
    urls.HAProxy = `http://127.0.0.1:${second}`;
  });
  afterAll(async () => {
    await Promise.all([nginx.stop(), haproxy.stop()]);
  });

  it.each(['nginx', 'HAProxy'])('of %s to a path of the platform', async (name) => {
    expect(await answer(urls[name]!, ['POST /platform/v1/accounts HTTP/1.1'])).toEqual(
      refused(404, 'Not found'),
    );
  });

  it.each(['nginx', 'HAProxy'])('of %s to a path of the platform with dot segments', async (name) => {
    const path = '/platform/v1/domains/a%2F..%2F..%2F%2e%2e%2F..%2Fv4/holder';
    expect(await answer(urls[name]!, [`GET ${path} HTTP/1.1`])).toEqual(refused(404, 'Not found'));
  });

  it.each(['nginx', 'HAProxy'])('of %s refuse no filter that the service accepts', async (name) => {
    const filter = JSON.stringify({ label: 'x'.repeat(15_800) });
    const { status } = await rawRequest(urls[name]!, ['GET /v4/images HTTP/1.1', `X-Filter: ${filter}`]);
    expect(status).toBe(200);
  });

  it.each(['nginx', 'HAProxy'])('of %s replace no redirect with a long address', async (name) => {
    const query = new URLSearchParams({
      client_id: await makeOAuthClient(await makeAccount(app)),
      response_type: 'code',
      state: 's'.repeat(12_000),
    }).toString();
    const { status, headers } = await rawRequest(urls[name]!, [`GET /oauth/authorize?${query} HTTP/1.1`]);
    expect({ status, headers }).toEqual({
      status: 303,
      headers: expect.objectContaining({
        location: expect.stringMatching(/^https:\/\/app\.example\/.*error=/),
      }),
    });
  });

  it.each(['nginx', 'HAProxy'])('of %s replace none of the service', async (name) => {
    const found = await answer(urls[name]!, ['GET /v4/missing HTTP/1.1']);
    expect(found).toEqual(refused(404, 'Not found'));
    expect(found.headers).toHaveProperty('x-content-type-options', 'nosniff');
  });

  it.each([
    ['a path of its own', ['GET /own-answer HTTP/1.1'], '', refused(404, 'Not found')],
    ['a broken request', ['GET /v4/vpcs HTTP/1.1', 'A B: c'], '', refused(400, 'Bad Request')],
    [
      'an unknown transfer encoding',
      ['POST /v4/vpcs HTTP/1.1', 'Transfer-Encoding: x'],
      '',
      refused(400, 'Bad Request'),
    ],
    ['TRACE', ['TRACE /v4/vpcs HTTP/1.1'], '', refused(405, 'Method Not Allowed')],
    [
      'a long header',
      ['GET /v4/vpcs HTTP/1.1', `X-Long: ${'x'.repeat(17_000)}`],
      '',
      refused(431, 'Request Header Fields Too Large'),
    ],
    [
      'a long path',
      [`GET /${'x'.repeat(17_000)} HTTP/1.1`],
      '',
      refused(431, 'Request Header Fields Too Large'),
    ],
    ['a large body', ['POST /v4/vpcs HTTP/1.1'], 'x'.repeat(2000), refused(413, 'Request body is too large')],
  ])('of nginx to %s', async (_name, lines, body, expected) => {
    expect(await answer(urls.nginx!, lines, body)).toEqual(expected);
  });

  it('of nginx beyond a rate', async () => {
    await rawRequest(urls.nginx!, ['GET /v4/limited HTTP/1.1']);
    expect(await answer(urls.nginx!, ['GET /v4/limited HTTP/1.1'])).toEqual(
      refused(429, 'Too many requests', '1'),
    );
  });

  it.each(['nginx', 'HAProxy'])('of %s when no replica can answer', async (name) => {
    if (name === 'nginx') await app.close();
    expect(await answer(urls[name]!, ['GET /v4/vpcs HTTP/1.1'])).toEqual(
      refused(503, 'The service is temporarily unavailable.', '5'),
    );
  });

  it.each([
    ['nginx', 'error.log'],
    ['HAProxy', 'access.log'],
  ])('of %s leave no address of an upload in its log', async (name, log) => {
    const address = '/image-uploads/Zk3vGm0p1Qx7Lr9Tt2Yc5Ub8Nw4Ha6Sd0Fj1Ke3Mv7';
    expect((await rawRequest(urls[name]!, [`PUT ${address} HTTP/1.1`])).status).toBe(503);
    expect(readFileSync(join(folder, name.toLowerCase(), log), 'utf8')).not.toContain(address);
  });
});
