import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DatabaseMetrics } from './database-metrics.js';
import { HttpMetrics } from './http-metrics.js';
import { JobMetrics } from './job-metrics.js';
import { LimitMetrics } from './limit-metrics.js';
import { ProcessMetrics } from './process-metrics.js';

/** The registry, and the metrics of shared code; each area adds its own beside its services. */
@Global()
@Module({
  providers: [
    { provide: Registry, useFactory: () => new Registry() },
    DatabaseMetrics,
    HttpMetrics,
    JobMetrics,
    LimitMetrics,
    ProcessMetrics,
  ],
  exports: [Registry, HttpMetrics, JobMetrics],
})
export class MetricsModule {}
