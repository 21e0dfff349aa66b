import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { BUILD } from '../build.js';
import { SETTINGS, type Settings } from '../config/settings.js';

/** The process itself: processor, memory, event loop, build. Watched only when somebody may ask. */
@Injectable()
export class ProcessMetrics {
  constructor(registry: Registry, @Inject(SETTINGS) { metricsPort }: Settings) {
    if (metricsPort === 0) return;
    // Several processes under one listener each have their own series: a sum would hide which one grows, opens files or hangs.
    collectDefaultMetrics({ register: registry, labels: { pid: process.pid } });
    new Gauge({
      name: 'cloud_account_build_info',
      help: 'Always 1; which build runs (D-224).',
      labelNames: ['version', 'commit', 'node'],
      registers: [registry],
      aggregator: 'first',
    }).set({ ...BUILD, node: process.version }, 1);
  }
}
