import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { LeasesRepository } from '../leases/leases.repository.js';
import { ImageDeletion } from '../images/image-deletion.js';
import type { DeletedImage } from '../images/images.sql.js';
import { IMAGE_STORE, type ImageStore } from '../uploads/store/image-store.port.js';
import { TidyRepository } from './tidy.repository.js';

const IMAGES_AT_ONCE = 100;
const KEYS_AT_ONCE = 500;

/** Removes expired images and leftover bytes. Requests refuse them by time already, so these jobs may run late. */
@Injectable()
export class TidyService {
  constructor(
    private readonly database: Database,
    private readonly tidying: TidyRepository,
    private readonly leases: LeasesRepository,
    private readonly deletion: ImageDeletion,
    private readonly clock: Clock,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {}

  /**
   * Deletes images whose upload window has ended without data, and expired automatic images.
   * @returns the ids of the images.
   */
  async deleteOverdue(): Promise<number[]> {
    const ids: number[] = [];
    for (;;) {
      const gone = await this.database.transaction((tx) => this.deleteSome(tx));
      for (const image of gone) await this.deletion.removeBytes(image);
      ids.push(...gone.map(({ id }) => id));
      if (gone.length < IMAGES_AT_ONCE) return ids;
    }
  }

  /**
   * Removes objects that belong to no image and to no lease: killed processes and deletions while the store was away
   * leave them. The store must belong to this database alone.
   * @returns the keys.
   */
  async removeOrphans(): Promise<string[]> {
    // Leases end first: a process that lost its lease can't make an image of an object that is removed next.
    await this.database.transaction((tx) => this.leases.expire(tx, this.clock.now()));
    const removed: string[] = [];
    let keys: string[] = [];
    for await (const key of this.store.keys()) {
      keys.push(key);
      if (keys.length < KEYS_AT_ONCE) continue;
      removed.push(...(await this.removeUnknown(keys)));
      keys = [];
    }
    return [...removed, ...(await this.removeUnknown(keys))];
  }

  private async deleteSome(tx: Tx): Promise<DeletedImage[]> {
    const overdue = await this.tidying.overdue(tx, this.clock.now(), IMAGES_AT_ONCE);
    const gone: DeletedImage[] = [];
    for (const { accountId, id } of overdue) {
      const image = await this.deletion.delete(tx, { accountId }, id);
      if (image) gone.push(image);
    }
    return gone;
  }

  private async removeUnknown(keys: readonly string[]): Promise<string[]> {
    const known = await this.tidying.knownKeys(keys);
    const unknown = keys.filter((key) => !known.has(key));
    for (const key of unknown) await this.store.delete(key);
    return unknown;
  }
}
