import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from '../../log/logger.js';
import { Drain } from './drain.js';

const DRAIN_MS = 20_000;
/** As long as `deploy/haproxy` may take to find out, and half as long again. */
const NOTICE_MS = 1_500;
const LINGER_MS = 1_000;

/** On SIGTERM or SIGINT: not ready any more, finish what runs (at most 20 s, D-176), close the database last. */
export function stopOnSignals(
  app: INestApplication,
  stopDatabase: () => Promise<void>,
  logger: Logger,
): void {
  const server = app.getHttpServer() as Server;
  const answers = underWay(server);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    app.get(Drain).draining = true;
    await closed(server, answers);
    await app.close();
    await stopDatabase();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      });
    });
  }
}

/** The answers that are under way at each moment. */
function underWay(server: Server): ReadonlySet<ServerResponse> {
  const answers = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    answers.add(response);
    response.once('close', () => answers.delete(response));
  });
  return answers;
}

/**
 * Resolves when the last connection is gone. Whoever balances on readiness sends nothing new after a moment. Then new
 * connections are refused: that is the one failure that a proxy may repeat elsewhere whatever the request was. On an idle
 * one it may be sending a request this very moment, and would not dare to repeat it: so for a second these are still
 * served. Each answer, also those that are under way, says that it is the last one of its connection (D-299).
 */
async function closed(server: Server, answers: ReadonlySet<ServerResponse>): Promise<void> {
  const last = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  const endConnection = (response: ServerResponse) => response.setHeader('Connection', 'close');
  for (const response of answers) if (!response.headersSent) endConnection(response);
  server.prependListener('request', (_request, response) => endConnection(response));
  const connections = await promisify(server.getConnections.bind(server))();
  if (connections > 0) await delay(NOTICE_MS);
  // Not the server's own close, which would end the idle connections too.
  const gone = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
  if (connections > 0) await delay(LINGER_MS);
  server.closeIdleConnections();
  await gone;
  clearTimeout(last);
}
