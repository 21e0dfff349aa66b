import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule, type AppOptions } from './app.module.js';
import { serveDocument } from './app.document.js';
import { beginRequest } from './shared/http/begin-request.js';
import { HttpAdapter } from './shared/http/express.adapter.js';
import { healthEndpoints } from './shared/http/health.js';
import { ROUTES, type Routes } from './shared/http/routes.js';
import { observeRequests } from './shared/http/observe-requests.js';
import { requestLog } from './shared/log/request-log.js';
import { HttpMetrics } from './shared/metrics/http-metrics.js';
import { SignIn } from './signin/signin.js';

/** The application as it runs, the same for `main` and the tests; not yet listening. */
export async function createApp(options: AppOptions): Promise<INestApplication> {
  const adapter = new HttpAdapter({ trustedProxies: options.settings.trustedProxies });
  const app = await NestFactory.create(AppModule.register(options), adapter, {
    bodyParser: false,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  const { settings, logger } = options;
  const metrics = settings.metricsPort > 0 ? [app.get(HttpMetrics)] : [];
  observeRequests(app.getHttpServer() as Server, [...metrics, ...requestLog(logger)]);
  app.use(healthEndpoints(app));
  app.use(beginRequest(app.get<Routes>(ROUTES), options.settings.publicUrl));
  app.use(app.get(SignIn).router());
  serveDocument(app, options.settings);
  await app.init();
  return app;
}
