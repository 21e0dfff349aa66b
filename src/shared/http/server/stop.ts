import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from '../../log/logger.js';
import { STOP_SIGNALS } from '../../stop-signals.js';
import { Drain } from './drain.js';

const DRAIN_MS = 20_000;
/** One and a half times the interval in which `deploy/haproxy` detects the change. */
const NOTICE_MS = 1_500;
const LINGER_MS = 1_000;
/** Longer than a statement of a job takes by default. */
const CLOSE_MS = 7_000;
const IDLE_TURN_MS = 0.05;
const MAX_TURNS = 1_000;

/**
 * On a stop signal: becomes not ready, finishes running requests (at most 20 s, D-176), closes
 * the database last. A connection to a server that does not respond may never close.
 */
export function stopOnSignals(
  app: INestApplication,
  stopDatabase: () => Promise<void>,
  logger: Logger,
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const drain = app.get(Drain);
    drain.start();
    await closed(app.getHttpServer() as Server, drain);
    try {
      await Promise.race([app.close(), delay(CLOSE_MS).then(notClosed)]);
    } finally {
      await stopDatabase();
    }
    process.exit(0);
  };
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      });
    });
  }
}

function notClosed(): never {
  throw new Error(`not all is closed after ${CLOSE_MS / 1000} s`);
}

/**
 * Resolves when the last connection is closed. First waits until load balancers see that the
 * process is not ready. Then refuses new connections: a proxy may retry only this failure for any
 * request. An idle connection may be receiving a request at this moment, which the proxy would not
 * retry; so idle connections stay until a second passes without a request. `Drain` marks each
 * response as the last one of its connection.
 */
async function closed(server: Server, drain: Drain): Promise<void> {
  const last = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  const connections = await promisify(server.getConnections.bind(server))();
  if (connections > 0) await delay(NOTICE_MS);
  await accepted();
  // `server.close` would also close idle connections.
  const gone = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
  if (connections > 0) await quiet(drain);
  server.closeIdleConnections();
  await gone;
  clearTimeout(last);
}

/**
 * Resolves right after the event loop has accepted all connections, because the kernel resets those
 * that wait when the server closes. Each iteration of the loop accepts connections, and then works
 * on requests. So this waits for an iteration without work.
 */
async function accepted(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const start = performance.now();
    await nextTurn();
    if (performance.now() - start < IDLE_TURN_MS) return;
  }
}

async function quiet(drain: Drain): Promise<void> {
  let before: number;
  do {
    before = drain.begunSince;
    await delay(LINGER_MS);
  } while (drain.begunSince > before);
}
