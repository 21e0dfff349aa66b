import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HostileAnswer } from './answer-check.js';
import type { HostileRequest } from './random-requests.js';

/** Longer than anything the service does: who has heard nothing by then is left hanging. */
const HANGS_MS = 60_000;

/** Headers too large to be read name no method: what answers HEAD then has a body, which Node's client calls an error. */
const TOO_LARGE: HostileAnswer = { status: 431, headers: {}, body: Buffer.alloc(0) };

/** Sends requests over connections that are kept, as a client of many requests does. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 20 });

  constructor(private readonly url: string) {}

  /** The answer; what became of the connection when there is none. */
  async send({ method, path, headers, body }: HostileRequest): Promise<HostileAnswer | string> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.once(method, path, headers, body);
      // The service closes an idle connection just as it is used again.
      const closed = outcome === 'ECONNRESET' && attempt < 3;
      if (!closed) return outcome === 'HPE_CLOSED_CONNECTION' && method === 'HEAD' ? TOO_LARGE : outcome;
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private once(
    method: string,
    path: string,
    headers: HostileRequest['headers'],
    body: Buffer | undefined,
  ): Promise<HostileAnswer | string> {
    const { hostname, port } = new URL(this.url);
    const lines = [
      ['Host', 'localhost'],
      ...headers,
      ...(body ? [['Content-Length', String(body.length)]] : []),
    ];
    return new Promise((resolve) => {
      const outgoing = request({ agent: this.agent, hostname, port, method, path, headers: lines.flat() });
      outgoing.setTimeout(HANGS_MS, () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      outgoing.on('response', (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        buffer(response).then(
          (bytes) => resolve({ status, headers: answered, body: bytes }),
          () => resolve('a broken answer'),
        );
      });
      outgoing.end(body);
    });
  }
}
