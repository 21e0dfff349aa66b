import { Inject, Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { Clock } from '../../shared/time/clock.js';
import { LeasesRepository, type ImageBytes } from '../leases/leases.repository.js';
import { LeaseKeeper } from '../leases/lease-keeper.js';
import { bytesOfMb, sizeMb } from '../image.rules.js';
import { ProgressReports } from '../progress-reports.js';
import { ImageMetrics } from '../image-metrics.js';
import type { ImageEntity } from '../image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { IMAGE_STORE, type ImageStore } from '../store/image-store.port.js';
import { CapturesRepository } from './captures.repository.js';
import { RawDisk, DiskUnreadable } from './raw-disk.js';
import { compressDisk } from './compress-disk.js';

/** A capture whose lease this process holds. */
interface LeasedCapture {
  readonly image: ImageEntity;
  /** The lease's key; undefined for a disk without bytes, whose image is already available. */
  readonly key: string | undefined;
}

/**
 * Creates images from disks (spec: Image status `creating` -> `available`). Each replica may take
 * each capture.
 */
@Injectable()
export class CapturesService {
  /** The accounts with a running capture in this process. */
  private readonly busy = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly captures: CapturesRepository,
    private readonly images: ImagesRepository,
    private readonly leases: LeasesRepository,
    private readonly leaseKeeper: LeaseKeeper,
    private readonly events: EventsService,
    private readonly reports: ProgressReports,
    private readonly work: CostlyWork,
    private readonly clock: Clock,
    private readonly metrics: ImageMetrics,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Starts the captures that have no lease. Accounts take turns (D-211): an account with many
   * captures delays the others by one.
   * @returns for each account the ids of its images, once none of its captures waits. Rejects with
   * Unavailable when the store is down; the capture runs again after its lease has ended.
   */
  async start(): Promise<Promise<number[]>[]> {
    const accounts = await this.captures.waitingAccounts(this.clock.now());
    const idle = accounts.filter((accountId) => !this.busy.has(accountId));
    return idle.map((accountId) => this.captureAccount(accountId));
  }

  /** The job. It does not wait for the captures, so that a huge disk does not delay later ones. */
  async startWaiting(): Promise<number> {
    const started = await this.start();
    for (const captures of started)
      captures.catch((error: unknown) => this.logger.error({ err: error }, 'capture interrupted'));
    return started.length;
  }

  private async captureAccount(accountId: number): Promise<number[]> {
    this.busy.add(accountId);
    try {
      const ids: number[] = [];
      for (;;) {
        const id = await this.work.captures.run(accountId, () => this.captureNext(accountId));
        if (id === undefined) return ids;
        ids.push(id);
      }
    } finally {
      this.busy.delete(accountId);
    }
  }

  /** @returns the image's id; undefined if no capture of the account waits. */
  private async captureNext(accountId: number): Promise<number | undefined> {
    const capture = await this.database.transaction((tx) => this.take(tx, accountId));
    if (capture?.key !== undefined) await this.make(capture.image, capture.key);
    return capture?.image.id;
  }

  private async take(tx: Tx, accountId: number): Promise<LeasedCapture | undefined> {
    const image = await this.captures.next(tx, accountId, this.clock.now());
    if (!image) return undefined;
    await this.events.progress(tx, image.eventId!, 'started');
    if (image.captureSource !== null) {
      const key = this.leaseKeeper.newKey(image.id);
      await this.leases.take(tx, image.id, key, this.leaseKeeper.until());
      return { image, key };
    }
    await this.captures.completeWithoutData(tx, image, this.clock.now());
    await this.events.progress(tx, image.eventId!, 'finished');
    return { image, key: undefined };
  }

  private async make(image: ImageEntity, key: string): Promise<void> {
    await this.leaseKeeper.during(key, async (lost) => {
      try {
        const work = async () =>
          this.leaseKeeper.complete('capture', key, await this.storeBytesOf(image, key, lost));
        await this.metrics.measure('capture', work);
      } catch (error) {
        if (lost.aborted) return;
        if (!(error instanceof DiskUnreadable)) throw error;
        this.logger.warn({ err: error, imageId: image.id, accountId: image.accountId }, 'capture failed');
        await this.fail(image, key, error.shown);
      }
    });
  }

  private async storeBytesOf(
    { captureSource, eventId }: ImageEntity,
    key: string,
    lost: AbortSignal,
  ): Promise<ImageBytes> {
    const disk = await RawDisk.open(this.settings.diskDir, captureSource!);
    const { bytes } = disk;
    try {
      const maxMb = this.settings.imageMaxSizeMb;
      if (bytes > bytesOfMb(maxMb))
        throw new DiskUnreadable('the disk is too large', `The disk is larger than ${maxMb} MB.`);
      const watched = { bytes, read: () => this.reports.watch(disk.read(), eventId!, bytes) };
      return { ...(await compressDisk(this.store, key, watched, lost)), sizeMb: sizeMb(bytes) };
    } finally {
      await disk.close();
    }
  }

  /** A failed capture leaves no image (D-124). Its event says why (D-268). */
  private async fail({ id, accountId, eventId }: ImageEntity, key: string, reason: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Another process may have taken over and may succeed.
      if (!(await this.leases.renew(tx, key, this.leaseKeeper.until()))) return;
      await this.images.delete(tx, accountId!, id);
      await this.events.progress(tx, eventId!, 'failed', reason);
    });
  }
}
