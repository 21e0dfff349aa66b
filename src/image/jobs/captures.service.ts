import { Inject, Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { ClaimsRepository, type ImageBytes } from '../claims/claims.repository.js';
import { ClaimsService } from '../claims/claims.service.js';
import { bytesOfMb, sizeMb } from '../images/image.rules.js';
import { ImageMetrics } from '../image-metrics.js';
import { ImagesRepository } from '../images/images.repository.js';
import { IMAGE_STORE, type ImageStore } from '../uploads/store/image-store.port.js';
import { CapturesRepository, type Capture } from './captures.repository.js';
import { DiskSource, DiskUnreadable } from './disk-source.js';
import { storeDisk } from './store-disk.js';

/** A capture that this replica works on. */
interface ClaimedCapture extends Capture {
  readonly key: string;
}

/** Makes images of disks (spec: Image status `creating` -> `available`); any replica takes up any capture. */
@Injectable()
export class CapturesService {
  constructor(
    private readonly database: Database,
    private readonly captures: CapturesRepository,
    private readonly images: ImagesRepository,
    private readonly claims: ClaimsRepository,
    private readonly claiming: ClaimsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly metrics: ImageMetrics,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Makes what captures there are, one after the other.
   * @returns the ids of their images.
   */
  async captureAll(): Promise<number[]> {
    const ids: number[] = [];
    for (let id = await this.captureNext(); id !== undefined; id = await this.captureNext()) ids.push(id);
    return ids;
  }

  /**
   * Makes the oldest capture that nobody works on.
   * @returns the image's id; undefined when there is nothing to do.
   * @throws Unavailable when the store is away; the capture is taken up again when its claim has ended.
   */
  async captureNext(): Promise<number | undefined> {
    const capture = await this.database.transaction((tx) => this.take(tx));
    if (capture && 'key' in capture) await this.make(capture);
    return capture?.id;
  }

  /** Claims the next capture; one without bytes is made at once. */
  private async take(tx: Tx): Promise<Capture | ClaimedCapture | undefined> {
    const capture = await this.captures.next(tx, this.clock.now());
    if (!capture) return undefined;
    await this.events.progress(tx, capture.eventId, 'started');
    if (capture.source !== null) {
      const key = this.claiming.newKey(capture.id);
      await this.captures.claim(tx, capture.id, key, this.claiming.until());
      return { ...capture, key };
    }
    await this.captures.completeWithoutData(tx, capture.id, this.clock.now());
    await this.events.progress(tx, capture.eventId, 'finished');
    return capture;
  }

  private async make(capture: ClaimedCapture): Promise<void> {
    await this.claiming.hold(capture.key, async (lost) => {
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

  private async storeBytesOf({ key, source }: ClaimedCapture, lost: AbortSignal): Promise<ImageBytes> {
    const disk = await DiskSource.open(this.settings.diskDir, source!);
    try {
      if (disk.bytes > bytesOfMb(this.settings.imageMaxSizeMb))
        throw new DiskUnreadable('the disk is too large');
      return { ...(await storeDisk(this.store, key, disk, lost)), sizeMb: sizeMb(disk.bytes) };
    } finally {
      await disk.close();
    }
  }

  private async complete({ key }: ClaimedCapture, stored: ImageBytes): Promise<void> {
    const available = await this.database.transaction(async (tx) => {
      const image = await this.claims.complete(tx, key, stored, this.clock.now());
      if (image) await this.events.progress(tx, image.eventId, 'finished');
      return image;
    });
    if (available) this.metrics.stored('capture', stored.bytes);
    else await this.store.delete(key).catch(() => undefined);
  }

  /** D-124: a failed capture leaves no image. */
  private async fail({ id, accountId, eventId, key }: ClaimedCapture): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Another may have taken over, with better luck.
      if (!(await this.claims.renew(tx, key, this.claiming.until()))) return;
      await this.images.delete(tx, accountId, id);
      await this.events.progress(tx, eventId, 'failed');
    });
  }
}
