import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule, type AppOptions } from './app.module.js';
import { serveDocument } from './app.document.js';
import { serveErrorPages } from './app.error-pages.js';
import { Database } from './database/database.js';
import { beginRequest } from './shared/http/server/begin-request.js';
import { HttpAdapter } from './shared/http/server/express.adapter.js';
import { healthEndpoints } from './shared/http/server/health.js';
import { ROUTES, type Routes } from './shared/http/routes/routes.js';
import { observeRequests } from './shared/http/server/observe-requests.js';
import { Drain } from './shared/http/server/drain.js';
import { requestLog } from './shared/http/server/request-log.js';
import { requestSpan } from './shared/http/server/request-span.js';
import { NestLog } from './shared/log/nest-log.js';
import { HttpMetrics } from './shared/metrics/http-metrics.js';

/** Creates the application for `main`. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<INestApplication> {
  const adapter = new HttpAdapter(options.settings);
  const app = await NestFactory.create(AppModule.register(options), adapter, {
    bodyParser: false,
    logger: new NestLog(options.logger),
    abortOnError: false,
  });
  await initializeApp(app, adapter, options);
  return app;
}

/** Adds what stands around Nest's routes, and calls the hooks of the start. */
export async function initializeApp(
  app: INestApplication,
  adapter: HttpAdapter,
  { settings, logger }: AppOptions,
): Promise<void> {
  const metrics = settings.metricsPort > 0 ? [app.get(HttpMetrics)] : [];
  const routes = app.get<Routes>(ROUTES);
  adapter.countIn(app.get(Database).unreadAnswers);
  const observers = [app.get(Drain), ...metrics, requestSpan(routes), ...requestLog(logger, routes)];
  observeRequests(app.getHttpServer() as Server, observers);
  app.use(healthEndpoints(app));
  app.use(beginRequest(routes, settings.publicUrl));
  serveErrorPages(app, settings);
  serveDocument(app, settings);
  await app.init().catch(async (error: unknown) => {
    // A failed start closes all connections.
    await app.close();
    throw error;
  });
}
