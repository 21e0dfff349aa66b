import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { Attempts } from '../limits/attempts.js';
import { RateLimit } from '../limits/rate-limit.js';
import { SignInLimit } from '../limits/sign-in-limit.js';

/** Refusals of the limits, by limit: D-22 is `requests`, D-212 is `sign_in_requests`, those of D-23 are named in `attempt-limits.ts`. */
@Injectable()
export class LimitMetrics {
  constructor(registry: Registry, rateLimit: RateLimit, signIn: SignInLimit, attempts: Attempts) {
    new Counter({
      name: 'rate_limit_refusals_total',
      help: 'Requests that a limit refused (429).',
      labelNames: ['limit'],
      registers: [registry],
      collect() {
        this.reset();
        this.inc({ limit: 'requests' }, rateLimit.refused);
        this.inc({ limit: 'sign_in_requests' }, signIn.refused);
        for (const [kind, count] of Object.entries(attempts.refused)) {
          this.inc({ limit: kind.replaceAll(' ', '_') }, count);
        }
      },
    });
  }
}
