import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from '../log/logger.js';
import { Drain } from './drain.js';

const DRAIN_MS = 20_000;

/** On SIGTERM or SIGINT: not ready any more, finish what runs (at most 20 s, D-176), close the database last. */
export function stopOnSignals(
  app: INestApplication,
  stopDatabase: () => Promise<void>,
  logger: Logger,
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    app.get(Drain).draining = true;
    await closed(app);
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

/** Resolves when the last connection is gone; idle ones go at once, busy ones when their request is done. */
function closed(app: INestApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  return new Promise((resolve) => {
    const last = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.on('request', (_request, response) => response.setHeader('Connection', 'close'));
    server.close(() => {
      clearTimeout(last);
      resolve();
    });
    server.closeIdleConnections();
  });
}
