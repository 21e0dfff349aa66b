import { logLibraryWarnings } from './shared/log/library-warnings.js';
import cluster from 'node:cluster';
import { Registry } from 'prom-client';
import { createApp } from './app.setup.js';
import { migrate } from './database/migrations/migrate.js';
import { openDatabase } from './embedded-postgres/open-database.js';
import { StoreOwnership } from './image/store/store-ownership.js';
import { readSettings, type Settings } from './shared/config/settings.js';
import { SettingsError } from './shared/config/settings-reader.js';
import { StartError } from './shared/errors/start-error.js';
import { Drain } from './shared/http/server/drain.js';
import { stopOnSignals } from './shared/http/server/stop.js';
import { createLogger } from './shared/log/logger.js';
import { serveMetrics, serveWorkersMetrics } from './shared/metrics/metrics-server.js';
import { Schedule } from './schedule/schedule.js';
import { welcome } from './demo/welcome.js';
import { isFirstWorker, superviseWorkers } from './workers.js';

/** Starts the service: settings, database, migrations, listener, in this order. */
async function serve(settings: Settings): Promise<void> {
  const logger = createLogger(settings.logLevel);
  logLibraryWarnings(logger);
  const { url: databaseUrl, stop } = await openDatabase(settings, logger);
  await migrate(databaseUrl);
  const app = await createApp({ settings, databaseUrl, logger });
  await app
    .get(StoreOwnership)
    .checkAtStart()
    .catch(async (error: unknown) => {
      await app.close();
      await stop();
      throw error;
    });
  stopOnSignals(app, stop, logger);
  await serveMetrics(app.get(Registry), settings);
  await app.listen(settings.port, settings.host);
  try {
    if (isFirstWorker()) await welcome(app, settings);
    app.get(Schedule).start();
  } catch (error) {
    // A stop during the start closes the database, so the demo account may fail.
    if (!app.get(Drain).draining) throw error;
  }
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
  if (!(error instanceof StartError)) throw error;
  console.error(`The service can't start: ${error.message}`);
  process.exit(1);
}

const settings = settingsOrExit();
if (settings.workers > 1 && cluster.isPrimary) {
  await serveWorkersMetrics(settings);
  superviseWorkers(settings.workers);
} else await serve(settings).catch(endStart);
