import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Registry } from 'prom-client';
import { TextMessageMetrics } from '../../src/profile/phone/text-message-metrics.js';
import { TextMessageNotSent } from '../../src/profile/phone/text-messages.port.js';
import { WebhookTextMessages } from '../../src/profile/phone/webhook-text-messages.js';

const registry = new Registry();
const metrics = new TextMessageMetrics(registry);
const count = async (result: string) =>
  (await registry.getSingleMetric('text_messages_total')!.get()).values.find(
    ({ labels }) => labels.result === result,
  )!.value;

describe('[SMS_WEBHOOK_URL] a text message through the webhook', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function listening(listener: RequestListener): Promise<AddressInfo> {
    server = createServer(listener);
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    return server.address() as AddressInfo;
  }

  async function webhook(listener: RequestListener, timeoutMs?: number): Promise<WebhookTextMessages> {
    const { port } = await listening(listener);
    return new WebhookTextMessages(`http://127.0.0.1:${port}/sms`, metrics, timeoutMs);
  }

  it('is one POST of number and text', async () => {
    const received: unknown[] = [];
    const messages = await webhook((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        received.push([request.method, request.url, request.headers['content-type'], body]);
        response.writeHead(202).end('queued');
      });
    });
    await messages.send('+15555555555', 'Ünï code');
    expect(received).toEqual([
      ['POST', '/sms', 'application/json', { to: '+15555555555', text: 'Ünï code' }],
    ]);
  });

  it.each([
    ['user:pass%40word', 'user:pass@word'],
    [':only-a-password', ':only-a-password'],
    ['not%an-escape', 'not%an-escape:'],
  ])('[SMS_WEBHOOK_URL] %s in the address becomes a header', async (inAddress, credentials) => {
    const received: unknown[] = [];
    const { port } = await listening((request, response) => {
      received.push([request.url, request.headers.authorization]);
      response.writeHead(202).end();
    });
    const messages = new WebhookTextMessages(`http://${inAddress}@127.0.0.1:${port}/sms`, metrics);
    await messages.send('+15555555555', 'code');
    expect(received).toEqual([['/sms', `Basic ${Buffer.from(credentials).toString('base64')}`]]);
  });

  it('[D-49] no error shows the password of the address', async () => {
    const { port } = await listening(() => undefined);
    const messages = new WebhookTextMessages(`http://user:pass-word@127.0.0.1:${port}/sms`, metrics);
    await new Promise((closed) => server.close(closed));
    const error = await messages.send('+15555555555', 'code').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TextMessageNotSent);
    expect(inspect(error)).not.toContain('pass-word');
  });

  it.each([
    ['sent', (_, response) => response.writeHead(202).end()],
    ['refused', (_, response) => response.writeHead(401).end()],
    ['no_answer', () => undefined],
  ] as [string, RequestListener][])('[D-229] is counted as %s', async (result, listener) => {
    const before = await count(result);
    const messages = await webhook(listener, 100);
    await messages.send('+15555555555', 'code').catch(() => undefined);
    expect((await count(result)) - before).toBe(1);
  });

  it.each([301, 307, 400, 404, 500, 503])('a %i means that it was not sent', async (status) => {
    const messages = await webhook((_, response) => response.writeHead(status, { location: '/other' }).end());
    await expect(messages.send('+15555555555', 'secret 123456')).rejects.toThrow(TextMessageNotSent);
  });

  it('no answer in time means that it was not sent', async () => {
    const messages = await webhook(() => undefined, 50);
    await expect(messages.send('+15555555555', 'secret 123456')).rejects.toThrow(TextMessageNotSent);
  });

  it('no listener means that it was not sent, and the error keeps number and text to itself', async () => {
    const messages = await webhook(() => undefined);
    await new Promise((closed) => server.close(closed));
    const error = await messages.send('+15555555555', 'secret 123456').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TextMessageNotSent);
    expect(String(error)).not.toMatch(/5555|123456/);
  });
});
