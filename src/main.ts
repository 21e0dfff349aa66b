import { logLibraryWarnings } from './shared/log/library-warnings.js';
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import type { INestApplication } from '@nestjs/common';
import { Registry } from 'prom-client';
import { createApp } from './app.setup.js';
import { migrateSchema } from './database/migrations/migrate-schema.js';
import { checkStandby, waitForDatabase } from './database/wait-for-database.js';
import { openDatabase } from './embedded-postgres/open-database.js';
import { stopDatabaseOnSignals } from './embedded-postgres/stop-on-signals.js';
import { StoreOwnership } from './image/store/store-ownership.js';
import { BUILD } from './shared/build.js';
import { readSettings, type Settings } from './shared/config/settings.js';
import { SettingsError } from './shared/config/settings-reader.js';
import { operatorReason } from './shared/errors/operator-reason.js';
import { Drain } from './shared/http/server/drain.js';
import { portErrors, type ListenerAddress } from './shared/http/server/port-errors.js';
import { stopOnSignals } from './shared/http/server/stop.js';
import { createLogger, type Logger } from './shared/log/logger.js';
import { serveMetrics, serveWorkersMetrics } from './shared/metrics/metrics-server.js';
import { Schedule } from './schedule/schedule.js';
import { welcome } from './demo/welcome.js';
import { isFirstWorker, superviseWorkers } from './workers.js';

/** Options of V8's garbage collector. */
const HEAP_OPTIONS = [
  // Otherwise it allocates objects of a kind that often survives collections in the old
  // generation. Each of them, dead or alive, then keeps all that it refers to, such as the rows of
  // a list, until V8 collects the whole heap.
  '--no-allocation-site-pretenuring',
  // The heap may double before V8 collects it. V8 counts the buffers of an upload as growth, so it
  // sometimes chooses so small a factor that it collects the whole heap 14 times a second until
  // the upload ends.
  '--heap-growing-percent=100',
  // Buffers of the young generation may have 32 MiB before V8 collects that generation. From Node
  // 24 on it is 128 MiB, so V8 first collects the whole heap, 28 times in an upload of 500 MB.
  ...(isFrom24() ? ['--scavenger-max-new-space-capacity-mb=8'] : []),
];

function isFrom24(): boolean {
  return Number.parseInt(process.versions.node) >= 24;
}

/** Starts the service: settings, database, migrations, listener, in this order. */
async function serve(settings: Settings): Promise<void> {
  HEAP_OPTIONS.forEach(setFlagsFromString);
  const logger = createLogger(settings.logLevel);
  logLibraryWarnings(logger);
  logger.info({ ...BUILD, node: process.version }, 'service starts');
  const opening = openDatabase(settings, logger);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= opening.then((database) => database.stop()));
  // Until the application listens to signals itself.
  const leaveSignals = stopDatabaseOnSignals(stop, 0);
  const { url: databaseUrl } = await opening;
  try {
    await prepareDatabase(settings, databaseUrl, logger);
    const app = await createApp({ settings, databaseUrl, logger });
    await open(app, settings, logger, { stopDatabase: stop, leaveSignals });
  } catch (error) {
    // A failed start stops the embedded PostgreSQL.
    await stop();
    throw error;
  }
}

async function prepareDatabase(settings: Settings, databaseUrl: string, logger: Logger): Promise<void> {
  await waitForDatabase(databaseUrl, settings.databaseStartTimeoutSeconds, (reason) =>
    logger.warn({ err: reason }, 'database is away, the start waits for it'),
  );
  const ran = await migrateSchema(settings, databaseUrl, (reason) =>
    logger.warn({ err: reason }, 'migration tries again'),
  );
  if (ran.length > 0) logger.info({ migrations: ran }, 'database migrated');
  if (settings.databaseReadUrl === undefined) return;
  await checkStandby(settings.databaseReadUrl, (reason) =>
    logger.warn({ err: reason }, 'standby is away, the primary answers instead'),
  );
}

/** Serves the application until a signal ends it. */
async function open(
  app: INestApplication,
  settings: Settings,
  logger: Logger,
  { stopDatabase, leaveSignals }: { stopDatabase(): Promise<void>; leaveSignals(): void },
): Promise<void> {
  try {
    await app.get(StoreOwnership).checkAtStart();
    leaveSignals();
    stopOnSignals(app, stopDatabase, logger);
    await portErrors(metricsAddress(settings), () => serveMetrics(app.get(Registry), settings));
    await portErrors({ variable: 'PORT', ...settings }, () => listen(app, settings));
  } catch (error) {
    await app.close();
    throw error;
  }
  try {
    if (isFirstWorker()) await welcome(app, settings, logger);
    app.get(Schedule).start();
  } catch (error) {
    // A stop during the start closes the database, which may interrupt the creation of the demo
    // account.
    if (!app.get(Drain).draining) throw error;
  }
}

/** Nest's own `listen` would print the error of a port before the service can explain it. */
async function listen(app: INestApplication, { port, host }: Settings): Promise<void> {
  const server = app.getHttpServer() as Server;
  server.listen(port, host);
  await once(server, 'listening');
}

function metricsAddress({ metricsPort: port, metricsHost: host }: Settings): ListenerAddress {
  return { variable: 'METRICS_PORT', port, host };
}

function settingsOrExit(): Settings {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`The service can't start with these settings:\n${error.message}`);
    process.exit(1);
  }
}

function endStart(error: unknown): never {
  const reason = operatorReason(error);
  if (reason === undefined) throw error;
  console.error(`The service can't start: ${reason}`);
  process.exit(1);
}

async function supervise(settings: Settings): Promise<void> {
  await portErrors(metricsAddress(settings), () => serveWorkersMetrics(settings));
  superviseWorkers(settings, createLogger(settings.logLevel));
}

const settings = settingsOrExit();
await (settings.workers > 1 && cluster.isPrimary ? supervise(settings) : serve(settings)).catch(endStart);
