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

/** A load balancer waits less long than a client: a database that hangs counts as down. */
const PATIENCE_MS = 2_000;

/**
 * The health checks (D-176). Live while the process answers; shows its build (D-224). Ready while
 * the database answers and is migrated, the process's clock agrees with the database's (D-222), and
 * the process is not draining.
 */
export function healthEndpoints(app: INestApplication) {
  const { publicUrl } = app.get<Settings>(SETTINGS);
  return (request: Request, response: Response, next: NextFunction): void => {
    const tell = (good: boolean, more?: object) => {
      if (isOverTls(request, publicUrl)) response.set(OVER_TLS);
      answer(response, good, more);
    };
    if (request.path === '/health/live') tell(true, BUILD);
    else if (request.path === '/health/ready') void isReady(app).then((ready) => tell(ready));
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

function answer(response: Response, good: boolean, more?: object): void {
  response.statusCode = good ? 200 : 503;
  response.set(SECURITY_HEADERS);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify({ status: good ? 'ok' : 'unavailable', ...more }));
}
