import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Database } from '../database/database.js';
import { query } from '../database/statement.js';
import { Drain } from './drain.js';

const PING = query<{ ok: number }>('health.ping', 'SELECT 1 AS ok');

/** D-176: alive as long as it answers; ready while the database answers and the process is not draining. */
export function healthEndpoints(app: INestApplication) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.path === '/health/live') answer(response, true);
    else if (request.path === '/health/ready') void isReady(app).then((ready) => answer(response, ready));
    else next();
  };
}

async function isReady(app: INestApplication): Promise<boolean> {
  if (app.get(Drain).draining) return false;
  return app
    .get(Database)
    .row(PING)
    .then(() => true)
    .catch(() => false);
}

function answer(response: Response, good: boolean): void {
  response.statusCode = good ? 200 : 503;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify({ status: good ? 'ok' : 'unavailable' }));
}
