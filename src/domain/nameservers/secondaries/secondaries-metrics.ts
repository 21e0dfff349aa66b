import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';

/** Metrics of the secondaries. */
@Injectable()
export class SecondariesMetrics {
  private readonly oldest: Gauge;

  constructor(registry: Registry) {
    this.oldest = new Gauge({
      name: 'dns_unserved_change_age_seconds',
      help: 'Age of the oldest change that a secondary does not serve yet; 0 without secondaries.',
      registers: [registry],
      aggregator: 'max',
    });
  }

  oldestSeconds(seconds: number): void {
    this.oldest.set(seconds);
  }
}
