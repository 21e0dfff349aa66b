import { Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';
import { ServiceError, Unavailable } from '../../shared/errors/errors.js';

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Metrics of zone imports, transfer included. */
@Injectable()
export class ImportMetrics {
  private readonly imports: Counter<'result'>;
  private readonly records: Counter;
  private readonly durations: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    this.imports = new Counter({
      name: 'zone_imports_total',
      help: 'Imports by result: stored, not transferred, refused for another reason, or failed.',
      labelNames: ['result'],
      registers,
    });
    // Prometheus computes an increase from a value that it has seen: without 0, it misses the first
    // failure.
    for (const result of ['stored', 'not_transferred', 'refused', 'failed']) this.imports.inc({ result }, 0);
    this.records = new Counter({
      name: 'zone_import_records_total',
      help: 'Records stored by imports.',
      registers,
    });
    this.durations = new Histogram({
      name: 'zone_import_duration_seconds',
      help: 'Duration of imports, of all results.',
      buckets: BUCKETS_SECONDS,
      registers,
    });
  }

  /** Runs an import and counts its result. */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = this.durations.startTimer();
    try {
      const result = await work();
      this.imports.inc({ result: 'stored' });
      return result;
    } catch (error) {
      this.imports.inc({ result: resultOf(error) });
      throw error;
    } finally {
      end();
    }
  }

  stored(records: number): void {
    this.records.inc(records);
  }
}

function resultOf(error: unknown): string {
  if (!(error instanceof ServiceError) || error instanceof Unavailable) return 'failed';
  return error.faults.some(({ field }) => field === 'remote_nameserver') ? 'not_transferred' : 'refused';
}
