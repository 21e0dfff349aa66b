import { Inject, Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { LeasesRepository, type ImageBytes } from '../leases/leases.repository.js';
import { LeaseKeeper } from '../leases/lease-keeper.js';
import { bytesOfMb, sizeMb } from '../images/image.rules.js';
import { ImageMetrics } from '../image-metrics.js';
import { ImagesRepository } from '../images/images.repository.js';
import { IMAGE_STORE, type ImageStore } from '../store/image-store.port.js';
import { CapturesRepository } from './captures.repository.js';
import type { Capture } from './captures.sql.js';
import { RawDisk, DiskUnreadable } from './raw-disk.js';
import { compressDisk } from './compress-disk.js';

/** A capture whose lease this process holds. */
interface LeasedCapture extends Capture {
  readonly key: string;
}

/** Makes images of disks (spec: Image status `creating` -> `available`). Every replica may take every capture. */
@Injectable()
export class CapturesService {
  constructor(
    private readonly database: Database,
    private readonly captures: CapturesRepository,
    private readonly images: ImagesRepository,
    private readonly leases: LeasesRepository,
    private readonly leaseKeeper: LeaseKeeper,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly metrics: ImageMetrics,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Makes all waiting captures, one after the other.
   * @returns the ids of their images.
   */
  async captureAll(): Promise<number[]> {
    const ids: number[] = [];
    for (let id = await this.captureNext(); id !== undefined; id = await this.captureNext()) ids.push(id);
    return ids;
  }

  /**
   * Makes the next capture.
   * @returns the image's id; undefined if no capture waits.
   * @throws Unavailable if the store is away. The capture is tried again after its lease has ended.
   */
  async captureNext(): Promise<number | undefined> {
    const capture = await this.database.transaction((tx) => this.take(tx));
    if (capture && 'key' in capture) await this.make(capture);
    return capture?.id;
  }

  /** Takes a lease on the next capture. A disk without bytes needs no lease: its image is available at once. */
  private async take(tx: Tx): Promise<Capture | LeasedCapture | undefined> {
    const capture = await this.captures.next(tx, this.clock.now());
    if (!capture) return undefined;
    await this.events.progress(tx, capture.eventId, 'started');
    if (capture.source !== null) {
      const key = this.leaseKeeper.newKey(capture.id);
      await this.leases.take(tx, capture.id, key, this.leaseKeeper.until());
      return { ...capture, key };
    }
    await this.captures.completeWithoutData(tx, capture, this.clock.now());
    await this.events.progress(tx, capture.eventId, 'finished');
    return capture;
  }

  private async make(capture: LeasedCapture): Promise<void> {
    await this.leaseKeeper.during(capture.key, async (lost) => {
      try {
        const work = async () => this.complete(capture, await this.storeBytesOf(capture, lost));
        await this.metrics.measure('capture', work);
      } catch (error) {
        if (lost.aborted) return;
        if (!(error instanceof DiskUnreadable)) throw error;
        await this.fail(capture);
      }
    });
  }

  private async storeBytesOf({ key, source }: LeasedCapture, lost: AbortSignal): Promise<ImageBytes> {
    const disk = await RawDisk.open(this.settings.diskDir, source!);
    try {
      if (disk.bytes > bytesOfMb(this.settings.imageMaxSizeMb))
        throw new DiskUnreadable('the disk is too large');
      return { ...(await compressDisk(this.store, key, disk, lost)), sizeMb: sizeMb(disk.bytes) };
    } finally {
      await disk.close();
    }
  }

  private async complete({ key }: LeasedCapture, stored: ImageBytes): Promise<void> {
    const available = await this.database.transaction(async (tx) => {
      const image = await this.leases.complete(tx, key, stored, this.clock.now());
      if (image) await this.events.progress(tx, image.eventId!, 'finished');
      return image;
    });
    if (available) this.metrics.stored('capture', stored.bytes);
    else await this.store.delete(key).catch(() => undefined);
  }

  /** D-124: a failed capture leaves no image. */
  private async fail({ id, accountId, eventId, key }: LeasedCapture): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Another process may have taken over and may succeed.
      if (!(await this.leases.renew(tx, key, this.leaseKeeper.until()))) return;
      await this.images.delete(tx, accountId, id);
      await this.events.progress(tx, eventId, 'failed');
    });
  }
}
