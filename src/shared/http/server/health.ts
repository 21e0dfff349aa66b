import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Database } from '../../../database/database.js';
import { isDatabaseReady } from '../../../database/migrations/readiness.js';
import { BUILD } from '../../build.js';
import { DatabaseTime } from '../../time/database-time.js';
import { Drain } from './drain.js';

/** A balancer that asks has less patience than a caller: a database that hangs counts as away. */
const PATIENCE_MS = 2_000;

/**
 * D-176: alive as long as it answers, and tells its build (D-224); ready while the database answers and is migrated, the process's clock agrees with the
 * database's (D-222), and the process is not draining.
 */
export function healthEndpoints(app: INestApplication) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.path === '/health/live') answer(response, true, BUILD);
    else if (request.path === '/health/ready') void isReady(app).then((ready) => answer(response, ready));
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
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify({ status: good ? 'ok' : 'unavailable', ...more }));
}
