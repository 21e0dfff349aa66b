import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { EventsService } from '../../events/events.service.js';
import { Clock } from '../../shared/time/clock.js';
import { ImageMetrics, type Way } from '../image-metrics.js';
import { IMAGE_STORE, type ImageStore } from '../store/image-store.port.js';
import { imageKey } from '../store/store-keys.rules.js';
import { LeasesRepository, type ImageBytes } from './leases.repository.js';

/** Time from the last renewal until another replica may take over (D-182: within 60 s). */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

/** Renews leases while the bytes of their images are written, and completes the images. */
@Injectable()
export class LeaseKeeper {
  constructor(
    private readonly database: Database,
    private readonly leases: LeasesRepository,
    private readonly events: EventsService,
    private readonly metrics: ImageMetrics,
    private readonly clock: Clock,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {}

  /** A new key for the lease, and for the object that is written under it. */
  newKey(imageId: number): string {
    return imageKey(imageId, randomBytes(16));
  }

  /** The end of a lease that starts or is renewed now. */
  until(): Date {
    return this.clock.in(LEASE_SECONDS);
  }

  /**
   * Runs `work` and renews the lease until `work` ends.
   * @param work gets a signal that aborts when the lease is lost.
   */
  async during<Result>(key: string, work: (lost: AbortSignal) => Promise<Result>): Promise<Result> {
    const lost = new AbortController();
    const timer = setInterval(() => void this.renew(key, lost), RENEW_MS);
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Makes the image available with the bytes under the key.
   * @returns false when the lease is lost or the upload's window has ended; the bytes are then
   * removed
   */
  async complete(way: Way, key: string, stored: ImageBytes): Promise<boolean> {
    const available = await this.database.transaction(async (tx) => {
      const image = await this.leases.complete(tx, key, stored, this.clock.now());
      if (image) await this.events.progress(tx, image.eventId!, 'finished');
      return image !== undefined;
    });
    if (available) this.metrics.stored(way, stored.bytes);
    // If this delete fails, a job deletes the orphan.
    else await this.store.delete(key).catch(() => undefined);
    return available;
  }

  /** Ends the lease now, so that the next attempt can start at once. */
  async release(key: string): Promise<void> {
    await this.database.transaction((tx) => this.leases.release(tx, key)).catch(() => undefined);
  }

  private async renew(key: string, lost: AbortController): Promise<void> {
    try {
      const renewed = await this.database.transaction((tx) => this.leases.renew(tx, key, this.until()));
      if (!renewed) lost.abort();
    } catch {
      // The database is down. The next renewal, or the completion, finds out whether the lease is
      // lost.
    }
  }
}
