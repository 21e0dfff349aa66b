import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { ServiceError, Unavailable } from '../shared/errors/errors.js';
import { counterFromZero } from '../shared/metrics/counter-from-zero.js';

const WAYS = ['upload', 'capture'] as const;
export type Way = (typeof WAYS)[number];

/** Metrics of uploads, captures and the disk of the image store. */
@Injectable()
export class ImageMetrics {
  private readonly transfers: Counter<'way' | 'result'>;
  private readonly bytes: Counter<'way'>;
  private readonly inProgress: Gauge<'way'>;
  private readonly keptOrphans: Gauge;

  constructor(registry: Registry, @Inject(SETTINGS) { imageStore }: Settings) {
    const registers = [registry];
    this.transfers = counterFromZero(
      {
        name: 'image_transfers_total',
        help: 'Finished uploads and captures, by result: stored, refused or failed.',
        labelNames: ['way', 'result'],
        registers,
      },
      WAYS.flatMap((way) => ['stored', 'refused', 'failed'].map((result) => ({ way, result }))),
    );
    this.bytes = new Counter({
      name: 'image_transfer_bytes_total',
      help: 'Compressed bytes that uploads and captures have stored.',
      labelNames: ['way'],
      registers,
    });
    this.inProgress = new Gauge({
      name: 'image_transfers_in_progress',
      help: 'Running uploads and captures.',
      labelNames: ['way'],
      registers,
    });
    this.keptOrphans = new Gauge({
      name: 'cloud_account_image_orphans_kept',
      help: 'Orphans in the image store that the last run did not delete, because there are suspiciously many.',
      registers,
      aggregator: 'max',
    });
    for (const way of WAYS) this.inProgress.set({ way }, 0);
    if (imageStore.startsWith('file:')) watchDisk(imageStore.slice('file:'.length), registers);
  }

  /** Runs an upload or a capture, and counts its result. */
  async measure<Result>(way: Way, work: () => Promise<Result>): Promise<Result> {
    this.inProgress.inc({ way });
    try {
      const result = await work();
      this.transfers.inc({ way, result: 'stored' });
      return result;
    } catch (error) {
      const isRefused = error instanceof ServiceError && !(error instanceof Unavailable);
      this.transfers.inc({ way, result: isRefused ? 'refused' : 'failed' });
      throw error;
    } finally {
      this.inProgress.dec({ way });
    }
  }

  orphansKept(count: number): void {
    this.keptOrphans.set(count);
  }

  stored(way: Way, bytes: number): void {
    this.bytes.inc({ way }, bytes);
  }
}

/**
 * Reports the disk that holds the images. There is no value until the first upload creates the
 * folder.
 */
function watchDisk(folder: string, registers: Registry[]): void {
  const help = 'Bytes of the disk that holds the images';
  const gauge = (name: string, what: string, bytes: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help: `${help}: ${what}.`,
      registers,
      aggregator: 'first',
      async collect() {
        const disk = await statfs(folder).catch(() => undefined);
        if (disk) this.set(bytes(disk));
      },
    });
  gauge('image_store_free_bytes', 'free', ({ bavail, bsize }) => bavail * bsize);
  gauge('image_store_size_bytes', 'total', ({ blocks, bsize }) => blocks * bsize);
}
