import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A text message as the webhook got it. */
interface ReceivedMessage {
  readonly to: string;
  readonly text: string;
}

/** The other end of `SMS_WEBHOOK_URL`. */
export class TextMessageReceiver {
  /** The status of further answers. */
  status = 200;
  /** The headers of the newest message. */
  headers: IncomingHttpHeaders = {};
  /** The answer to a message waits for this. */
  beforeAnswer: (to: string) => Promise<unknown> = async () => undefined;
  private readonly messages: ReceivedMessage[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TextMessageReceiver> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const receiver = new TextMessageReceiver(server);
    server.on('request', (request, response) => {
      receiver.headers = request.headers;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const message = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedMessage;
        receiver.messages.push(message);
        void receiver.beforeAnswer(message.to).then(() => response.writeHead(receiver.status).end());
      });
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/messages`;
  }

  /** The messages to a number, oldest first. */
  to(number: string): ReceivedMessage[] {
    return this.messages.filter(({ to }) => to === number);
  }

  /** The code in the newest message to a number. */
  codeFor(number: string): string {
    return /\d{6}/.exec(this.to(number).at(-1)?.text ?? '')?.[0] ?? '';
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
