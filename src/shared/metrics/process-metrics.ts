import { totalmem } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { BUILD } from '../build.js';
import { SETTINGS, type Settings } from '../config/settings.js';

/**
 * Metrics of the process: processor, memory, event loop, build. Collected only when the metrics
 * listener is on.
 */
@Injectable()
export class ProcessMetrics {
  constructor(registry: Registry, @Inject(SETTINGS) { metricsPort }: Settings) {
    if (metricsPort === 0) return;
    // Separate series for each process under one listener, because a sum would hide which process
    // grows, opens files or hangs.
    collectDefaultMetrics({ register: registry, labels: { pid: process.pid } });
    new Gauge({
      name: 'cloud_account_build_info',
      help: 'Always 1. The labels are those of the running build (D-224).',
      labelNames: ['version', 'commit', 'node'],
      registers: [registry],
      aggregator: 'first',
    }).set({ ...BUILD, node: process.version }, 1);
    new Gauge({
      name: 'cloud_account_memory_limit_bytes',
      help: 'The limit of all processes of this replica together: that of their cgroup, else the memory of the machine.',
      registers: [registry],
      aggregator: 'first',
    }).set(Math.min(process.constrainedMemory() || Infinity, totalmem()));
  }
}
