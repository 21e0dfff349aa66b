import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TextMessageNotSent } from '../../src/profile/phone/text-messages.port.js';
import { WebhookTextMessages } from '../../src/profile/phone/webhook-text-messages.js';

describe('[SMS_WEBHOOK_URL] a text message through the webhook', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function webhook(listener: RequestListener, timeoutMs?: number): Promise<WebhookTextMessages> {
    server = createServer(listener);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new WebhookTextMessages(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
      timeoutMs,
    );
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
