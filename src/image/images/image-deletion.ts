import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import type { Tx } from '../../database/reader.js';
import { IMAGE_STORE, type ImageStore } from '../store/image-store.port.js';
import type { ImageEntity } from '../image.entity.js';
import { imageReference } from './image.events.js';
import { ImagesRepository } from './images.repository.js';

/**
 * Deletes private images for requests and jobs: the row in the transaction, the bytes after the
 * commit.
 */
@Injectable()
export class ImageDeletion {
  constructor(
    private readonly images: ImagesRepository,
    private readonly events: EventsService,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {}

  /** Deletes the image's row. This cancels a running capture or upload (D-124). */
  async delete(tx: Tx, by: Actor, id: number): Promise<ImageEntity | undefined> {
    const image = await this.images.delete(tx, by.accountId, id);
    if (!image) return undefined;
    if (image.eventId !== null)
      await this.events.progress(tx, image.eventId, 'failed', cancellation(image, by));
    const unused = image.status === 'pending_upload' && by.userId === undefined;
    if (!unused) this.events.record(tx, by, { action: 'image_delete', entity: imageReference(image) });
    return image;
  }

  /**
   * Deletes an image of the account that has expired, unless its upload completes at the same time.
   * A job removes its bytes later.
   * @returns whether there was one
   */
  async deleteOverdue(tx: Tx, accountId: number, now: Date): Promise<boolean> {
    const overdue = await this.images.findOverdue(tx, accountId, now);
    const locked = overdue && (await this.images.lockOverdue(tx, overdue, now));
    if (locked) await this.delete(tx, { accountId }, locked.id);
    return overdue !== null;
  }

  /** Removes the bytes of a deleted image. If the store fails, a job removes them later. */
  async removeBytes({ storeKey }: Pick<ImageEntity, 'storeKey'>): Promise<void> {
    if (storeKey !== null) await this.store.delete(storeKey).catch(() => undefined);
  }
}

/**
 * The message of the image's capture event (D-174) or upload event (D-268). A finished event does
 * not change.
 */
function cancellation({ status }: ImageEntity, { userId }: Actor): string {
  if (status !== 'pending_upload') return 'deleted';
  return userId === undefined ? 'Upload expired: its data did not arrive in time.' : 'Upload canceled.';
}
