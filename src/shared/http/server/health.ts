import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Database } from '../../../database/database.js';
import { isDatabaseReady } from '../../../database/migrations/readiness.js';
import { BUILD } from '../../build.js';
import { DatabaseTime } from '../../time/database-time.js';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { isOverTls } from '../request/tls.js';
import { OVER_TLS, SECURITY_HEADERS } from '../response/response-headers.js';
import { Drain } from './drain.js';

/**
 * A database that does not respond in this time counts as down, because a load balancer waits less
 * long than a client.
 */
const PATIENCE_MS = 2_000;

/**
 * The health checks (D-176). The process is live while it responds; the response shows its build
 * (D-224). It is ready while the database responds and is migrated, the process's clock agrees with
 * the database's (D-222), and the process is not draining.
 */
export function healthEndpoints(app: INestApplication) {
  const { publicUrl } = app.get<Settings>(SETTINGS);
  return (request: Request, response: Response, next: NextFunction): void => {
    const respond = (isHealthy: boolean, more?: object) => {
      if (isOverTls(request, publicUrl)) response.set(OVER_TLS);
      answer(response, isHealthy, more);
    };
    if (request.path === '/health/live') respond(true, BUILD);
    else if (request.path === '/health/ready') void isReady(app).then((ready) => respond(ready));
    else next();
  };
}

async function isReady(app: INestApplication): Promise<boolean> {
  if (app.get(Drain).draining) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, false)));
  const checks = Promise.all([isDatabaseReady(app.get(Database)), app.get(DatabaseTime).measure()]);
  const ready = checks.then((passed) => passed.every(Boolean));
  return Promise.race([ready, late]).finally(() => clearTimeout(timer));
}

function answer(response: Response, isHealthy: boolean, more?: object): void {
  response.statusCode = isHealthy ? 200 : 503;
  response.set(SECURITY_HEADERS);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable', ...more }));
}
