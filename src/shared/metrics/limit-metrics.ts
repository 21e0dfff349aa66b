import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { Attempts } from '../limits/attempts.js';
import { CostlyWork } from '../limits/costly-work.js';
import { RateLimit } from '../limits/rate-limit.js';
import { SignInLimit } from '../limits/sign-in-limit.js';
import type { Turns } from '../limits/turns.js';

/**
 * Refusals by limit: `requests` is D-22, `sign_in_requests` is D-212, `attempt-limits.ts` names
 * those of D-23, `costly-work.ts` those of D-211.
 */
@Injectable()
export class LimitMetrics {
  constructor(
    registry: Registry,
    rateLimit: RateLimit,
    signIn: SignInLimit,
    attempts: Attempts,
    costly: CostlyWork,
  ) {
    new Counter({
      name: 'rate_limit_refusals_total',
      help: 'Requests that a limit refused (429).',
      labelNames: ['limit'],
      registers: [registry],
      collect() {
        this.reset();
        this.inc({ limit: 'requests' }, rateLimit.refused);
        this.inc({ limit: 'sign_in_requests' }, signIn.refused);
        for (const [kind, turns] of Object.entries(costly) as [string, Turns][]) {
          this.inc({ limit: kind.replace(/[A-Z]/g, '_$&').toLowerCase() }, turns.refused);
        }
        for (const [kind, count] of Object.entries(attempts.refused)) {
          this.inc({ limit: kind.replaceAll(' ', '_') }, count);
        }
      },
    });
  }
}
