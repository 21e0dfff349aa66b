import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { PLATFORM_TOKEN, startApp, type TestApp } from '../support/app.js';
import { anonymous } from '../support/client.js';
import { logIn, visit } from '../support/login.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { makeUpload, send } from '../support/images.js';
import { rawRequest } from '../support/raw-http.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

let app: TestApp;
let receiver: TextMessageReceiver;
const lines: string[] = [];
beforeAll(async () => {
  receiver = await TextMessageReceiver.start();
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  app = await startApp({ SMS_WEBHOOK_URL: receiver.url, TRUSTED_PROXIES: '127.0.0.1' }, undefined, logger);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

/** The line of the request that was answered with this id; it is written when the answer has left. */
function lineOf(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  return lineWith(`"requestId":"${requestId}"`);
}

async function lineWith(...parts: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const line = lines.find((text) => parts.every((part) => text.includes(part)));
    if (line) return JSON.parse(line) as Record<string, unknown>;
    await new Promise((next) => setImmediate(next));
  }
}

describe('the log of requests', () => {
  it('has a line of JSON: request, endpoint, path, status, duration, and who, by ids and address', async () => {
    const { client, id: accountId, uid: userId } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const answer = await client.get(`/vpcs/${id}?page=1`);
    const line = await lineOf(answer.headers.get('x-request-id'));
    expect(line).toMatchObject({
      method: 'GET',
      path: `/v4/vpcs/${id}`,
      endpoint: 'vpc.view',
      status: 200,
      durationMs: expect.any(Number),
      clientAddress: '127.0.0.1',
      accountId,
      userId,
      tokenId: expect.any(Number),
    });
    expect(JSON.stringify(line)).not.toContain(client.token);
  });

  it('names the image of an upload, and no path that may hold a secret', async () => {
    const { client, id: accountId } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    const answer = await send(address, 'no gzip');
    expect(answer.status).toBe(400);
    const line = await lineOf(answer.headers.get('x-request-id'));
    const imageId = Number(id.split('/')[1]);
    expect(line).toMatchObject({ endpoint: 'image.upload.data', status: 400, accountId, imageId });
    expect(line).not.toHaveProperty('path');
    expect(lines.join('')).not.toContain(address.split('/').at(-1));
  });

  it.each([
    ['where an id belongs', (token: string) => `/v4/profile/tokens/${token}`],
    ['in the middle of a path', (token: string) => `/v4/vpcs/${token}/subnets`],
    ['where the line cuts a long path', (token: string) => `/v4/images/${'x/'.repeat(135)}${token}`],
  ])('hides what may be a token in a path: %s', async (_, pathWith) => {
    const { client } = await makeAccount(app);
    const path = pathWith(client.token!);
    const answer = await rawRequest(app.url, [
      `GET ${path} HTTP/1.1`,
      `Authorization: Bearer ${client.token}`,
    ]);
    expect(answer.status).toBe(404);
    const line = await lineOf(String(answer.headers['x-request-id']));
    expect(line.path).toBe(path.replace(client.token!, '***'));
  });

  it('[D-50] names the customer’s address behind a proxy, also when the client is gone', async () => {
    const { client } = await makeAccount(app);
    const headers = { Authorization: `Bearer ${client.token}`, 'X-Forwarded-For': '203.0.113.7' };
    const gone = request(`${app.url}/v4/account/events`, { headers }).on('error', () => undefined);
    gone.end();
    await once(gone, 'response').then(() => gone.destroy());
    while (!lines.some((line) => line.includes('"clientAddress":"203.0.113.7"')))
      await new Promise((next) => setImmediate(next));
  });

  it('has no error when compute ends the download of an image early', async () => {
    const { client } = await makeAccount(app);
    const { id, address } = await makeUpload(app, client);
    // More than the buffers of a connection hold.
    done(await send(address, gzipSync(randomBytes(16 * 1024 * 1024), { level: 0 })));
    const url = `${app.url}/platform/v1/images/${id}/data`;
    const download = request(url, { headers: { Authorization: `Bearer ${PLATFORM_TOKEN}` } }).end();
    const [response] = (await once(download, 'response')) as [IncomingMessage];
    response.destroy();
    const requestId = response.headers['x-request-id'] as string;
    expect(await lineOf(requestId)).toMatchObject({ endpoint: 'platform.image.data', status: 200 });
    await lineOf((await client.get('/profile')).headers.get('x-request-id'));
    expect(lines.filter((line) => line.includes(requestId))).toHaveLength(1);
  });

  it('names the routes of sign-in, and nothing of an unknown path', async () => {
    const form = await fetch(`${app.url}/oauth/token`, { method: 'POST' });
    expect(await lineOf(form.headers.get('x-request-id'))).toMatchObject({ endpoint: '/oauth/token' });
    const unknown = await fetch(`${app.url}/secret-of-somebody`);
    expect(await lineOf(unknown.headers.get('x-request-id'))).toMatchObject({
      endpoint: 'none',
      status: 404,
    });
    expect(lines.join('')).not.toContain('secret-of-somebody');
  });

  it('names the user of a page of sign-in as soon as the user has proved who it is', async () => {
    const account = await makeAccount(app);
    const { id: accountId, uid: userId } = account;
    const visitor = await visit(app, '203.0.113.8');
    const line = (...parts: string[]) =>
      lineWith('"clientAddress":"203.0.113.8"', '"endpoint":"/login"', ...parts);
    await logIn(visitor, account, { password: 'wrong' });
    expect(await line('"status":401')).not.toHaveProperty('userId');
    const { status } = await logIn(visitor, account);
    expect(await line('"method":"POST"', `"status":${status}`)).toMatchObject({ userId });
    await visitor.get('/login');
    expect(await line('"method":"GET"', '"accountId"')).toMatchObject({ accountId, userId, status: 200 });
  });

  it('[W3C Trace Context 3.2] names the trace and the span of the caller, and a span of its own', async () => {
    const answer = await anonymous(app).get('/regions', { traceparent: TRACEPARENT });
    const requestId = answer.headers.get('x-request-id')!;
    const spanId = requestId.replaceAll('-', '').slice(0, 16);
    expect(await lineOf(requestId)).toMatchObject({ trace_id: TRACE, parent_id: PARENT, span_id: spanId });
  });

  it.each([
    ['of an unknown form', 'abc'],
    ['with upper case', TRACEPARENT.toUpperCase()],
    ['of the forbidden version', `ff-${TRACE}-${PARENT}-01`],
    ['of version 00 and longer', `${TRACEPARENT}-00`],
    ['with a trace of zeroes', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['with a span of zeroes', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['sent twice', `${TRACEPARENT}, ${TRACEPARENT}`],
  ])('[W3C Trace Context 3.2] ignores a traceparent %s', async (_case, traceparent) => {
    const answer = await anonymous(app).get('/regions', { traceparent });
    expect(answer.status).toBe(200);
    const line = await lineOf(answer.headers.get('x-request-id'));
    expect(line).not.toHaveProperty('trace_id');
    expect(line).not.toHaveProperty('parent_id');
  });

  it('[W3C Trace Context 4] understands a later version by what 00 defines', async () => {
    const answer = await anonymous(app).get('/regions', { traceparent: `01-${TRACE}-${PARENT}-03-more` });
    expect(await lineOf(answer.headers.get('x-request-id'))).toMatchObject({ trace_id: TRACE });
  });

  it.each([
    ['as it came', 'vendor=1,other@x=a/b', 'vendor=1,other@x=a/b'],
    ['not when it is no list', 'vendor', undefined],
    [
      'not when it is longer than 512 characters',
      `vendor=${'x'.repeat(250)},other=${'y'.repeat(256)}`,
      undefined,
    ],
    ['not with more than 32 members', Array.from({ length: 33 }, (_, i) => `v${i}=1`).join(), undefined],
  ])(
    'passes the trace on to the text message webhook; tracestate %s',
    async (_case, tracestate, expected) => {
      const { client } = await makeAccount(app);
      const number = {
        iso_code: 'US',
        phone_number: `+1555555${String(lines.length % 9000).padStart(4, '1')}`,
      };
      const answer = await client.post('/profile/phone-number', number, {
        traceparent: TRACEPARENT,
        tracestate,
      });
      expect(answer.status).toBe(200);
      const span = answer.headers.get('x-request-id')!.replaceAll('-', '').slice(0, 16);
      expect(receiver.headers).toMatchObject({ traceparent: `00-${TRACE}-${span}-01` });
      expect(receiver.headers.tracestate).toBe(expected);
    },
  );

  it('sends no trace where there is none', async () => {
    const { client } = await makeAccount(app);
    await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '+15555559999' });
    expect(receiver.headers).not.toHaveProperty('traceparent');
  });

  it('is one line per request, whatever is sent', async () => {
    const evil = '%0a{"level":30,"msg":"forged"}%0d%0a\u0085\u2028';
    const answers = await Promise.all([
      rawRequest(app.url, [`GET /v4/vpcs/1${encodeURI(evil)} HTTP/1.1`, `Authorization: Bearer x"}\\u000a`]),
      rawRequest(app.url, [`GET /v4/account/users/a%0d%0a HTTP/1.1`, `traceparent: ${TRACEPARENT}"}{`]),
      rawRequest(app.url, ['GET /v4/regions?a=%0A HTTP/1.1', 'X-Request-Id: forged']),
    ]);
    for (const { headers } of answers) await lineOf(headers['x-request-id']);
    for (const text of lines) {
      expect(text.slice(0, -1)).not.toMatch(/[\n\r]/);
      expect(JSON.parse(text)).not.toMatchObject({ msg: 'forged' });
      expect(text).not.toContain('"requestId":"forged"');
    }
  });
});
