import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule, type AppOptions } from '../../src/app.module.js';
import { initializeApp } from '../../src/app.setup.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { ZoneTransfer } from '../../src/domain/zones/transfer/zone-transfer.js';
import { HttpAdapter } from '../../src/shared/http/server/express.adapter.js';
import { createLogger } from '../../src/shared/log/logger.js';
import { NestLog } from '../../src/shared/log/nest-log.js';
import { Clock } from '../../src/shared/time/clock.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { DOCUMENTED } from './document.js';
import { compiledSources } from './processes.js';
import { ShownClock, TestClock } from './test-clock.js';
import { assertTurnsBeforeConnections } from './turns-before-connections.js';

export const PLATFORM_TOKEN = 'platform-token-of-the-tests-0123456789';

assertTurnsBeforeConnections();

/** Runs a zone transfer's thread from the sources. */
export const TRANSFER_WORKER = pathToFileURL(
  join(compiledSources, 'domain/zones/transfer/transfer-worker.js'),
);

/** The service under test: the whole application over HTTP, on a database of its own. */
export interface TestApp {
  readonly app: INestApplication;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly databaseUrl: string;
  readonly clock: TestClock;
  close(): Promise<void>;
}

/** A PgBouncer on this machine; when its port is set, every application of the test file connects through it. */
export const pooler: { port?: number } = {};

/**
 * @param env settings beyond the defaults, as environment variables.
 * @param of the database and the present to share, as another replica of a service does.
 * @param logger where the log goes; nowhere unless a test reads it.
 */
export async function startApp(
  env: Record<string, string> = {},
  of?: Pick<TestApp, 'databaseUrl' | 'clock'>,
  logger = createLogger('silent'),
): Promise<TestApp> {
  const database = of ? databaseOf(of) : await createTestDatabase();
  const storeFolder = join(tmpdir(), `images-of-${new URL(database.url).pathname.slice(1)}`);
  const settings = readSettings({
    PLATFORM_TOKEN,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...DOCUMENTED,
    // All tests of a file come from one address.
    SIGNIN_RATE_LIMIT: '0',
    IMAGE_STORE: `file:${storeFolder}`,
    // Nobody listens there: no test asks the host's resolvers about claims.
    RESOLVERS: '127.0.0.1:9',
    ...(pooler.port ? { DATABASE_POOLER: 'transaction' } : {}),
    ...env,
  });
  const clock = of?.clock ?? new TestClock();
  const app = await createApp({ settings, databaseUrl: throughPooler(database.url), logger }, clock);
  app.get(ZoneTransfer).worker = TRANSFER_WORKER;
  await app.listen(env.PORT ? settings.port : 0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    clock,
    async close(this: { app?: INestApplication }) {
      await this.app?.close();
      // Modules of test files stay in memory, and with them what their variables hold.
      delete this.app;
      await database.drop();
      if (!of) await rm(storeFolder, { recursive: true, force: true });
    },
  };
}

/** The service's application, by the tests' clock. */
async function createApp(options: AppOptions, clock: TestClock): Promise<INestApplication> {
  const adapter = new HttpAdapter(options.settings);
  const module = await Test.createTestingModule({ imports: [AppModule.register(options)] })
    .setLogger(new NestLog(options.logger))
    .overrideProvider(Clock)
    .useValue(new ShownClock(clock))
    .compile();
  const app = module.createNestApplication(adapter, { bodyParser: false });
  await initializeApp(app, adapter, options);
  return app;
}

function databaseOf({ databaseUrl }: Pick<TestApp, 'databaseUrl'>): TestDatabase {
  return { url: databaseUrl, drop: () => Promise.resolve() };
}

function throughPooler(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (pooler.port) url.host = `127.0.0.1:${pooler.port}`;
  return url.href;
}
