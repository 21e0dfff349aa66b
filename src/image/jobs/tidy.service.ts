import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { Clock } from '../../shared/time/clock.js';
import { ImageMetrics } from '../image-metrics.js';
import { LeasesRepository } from '../leases/leases.repository.js';
import { ImageDeletion } from '../images/image-deletion.js';
import { LOCK_OVERDUE_IMAGES } from '../images/images.sql.js';
import type { ImageEntity } from '../image.entity.js';
import { IMAGE_STORE, type ImageStore } from '../store/image-store.port.js';
import { areTooManyOrphans, mayBeOrphan } from '../store/orphans.rules.js';
import { StoreContents } from '../store/store-contents.js';
import { IMAGES_FOLDER } from '../store/store-keys.rules.js';
import { StoreOwnership } from '../store/store-ownership.js';

const IMAGES_AT_ONCE = 100;

/**
 * Deletes expired images and orphaned objects. Requests already refuse expired images, so these
 * jobs may run late.
 */
@Injectable()
export class TidyService {
  constructor(
    private readonly database: Database,
    private readonly leases: LeasesRepository,
    private readonly deletion: ImageDeletion,
    private readonly clock: Clock,
    private readonly ownership: StoreOwnership,
    private readonly contents: StoreContents,
    private readonly metrics: ImageMetrics,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Deletes images whose upload window has ended without data, and expired automatic images.
   * @returns the ids of the images.
   */
  async deleteOverdue(): Promise<number[]> {
    const ids: number[] = [];
    for (;;) {
      const deleted = await this.database.transaction((tx) => this.deleteSome(tx));
      for (const image of deleted) await this.deletion.removeBytes(image);
      ids.push(...deleted.map(({ id }) => id));
      if (deleted.length < IMAGES_AT_ONCE) return ids;
    }
  }

  /**
   * Deletes objects that belong to no image and no lease: killed processes, and deletions while the
   * store is down, leave them. Deletes none when there are suspiciously many (D-220).
   * @returns the keys
   * @throws StartError if the store belongs to another database
   */
  async removeOrphans(): Promise<string[]> {
    await this.ownership.require();
    // End the leases first: a process that lost its lease can't complete an image whose object is
    // deleted next.
    await this.database.transaction((tx) => this.leases.expire(tx, this.clock.now()));
    const { orphans, images } = await this.findOrphans();
    const areKept = areTooManyOrphans(orphans.length, images);
    this.metrics.orphansKept(areKept ? orphans.length : 0);
    if (areKept) {
      this.logger.error(
        { orphans: orphans.length, images },
        'too many orphans in the image store: none is deleted',
      );
      return [];
    }
    for (const key of orphans) await this.store.delete(key);
    return orphans;
  }

  /**
   * @returns the orphans, and as `images` the number of all objects that the service wrote,
   * including the orphans
   */
  private async findOrphans(): Promise<{ orphans: string[]; images: number }> {
    const now = this.clock.now();
    const orphans: string[] = [];
    let images = 0;
    for await (const { objects, known } of this.contents.batches(IMAGES_FOLDER)) {
      images += objects.length;
      const unknown = objects.filter((object) => !known.has(object.key) && mayBeOrphan(object, now));
      orphans.push(...unknown.map(({ key }) => key));
    }
    return { orphans, images };
  }

  private async deleteSome(tx: Tx): Promise<ImageEntity[]> {
    const overdue = await tx.rows(LOCK_OVERDUE_IMAGES, [this.clock.now(), IMAGES_AT_ONCE]);
    const deleted: ImageEntity[] = [];
    for (const { accountId, id } of overdue) {
      const image = await this.deletion.delete(tx, { accountId }, id);
      if (image) deleted.push(image);
    }
    return deleted;
  }
}
