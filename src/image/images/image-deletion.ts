import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import type { Tx } from '../../database/reader.js';
import { IMAGE_STORE, type ImageStore } from '../uploads/store/image-store.port.js';
import { imageEntity } from './image.events.js';
import { ImagesRepository, type DeletedImage } from './images.repository.js';

/** How private images go, whoever deletes them: the row in the transaction, the bytes after it. */
@Injectable()
export class ImageDeletion {
  constructor(
    private readonly images: ImagesRepository,
    private readonly events: EventsService,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {}

  /** Deletes the image; a capture or an upload that goes on is cancelled by that (D-124). */
  async delete(tx: Tx, by: Actor, id: number): Promise<DeletedImage | undefined> {
    const image = await this.images.delete(tx, by.accountId, id);
    if (!image) return undefined;
    if (image.eventId !== null) await this.events.progress(tx, image.eventId, 'failed', cancelledBy(by));
    const unused = image.status === 'pending_upload' && by.userId === undefined;
    if (!unused) this.events.record(tx, by, { action: 'image_delete', entity: imageEntity(image) });
    return image;
  }

  /** Drops the bytes of a deleted image. What the store can't drop now, a job removes. */
  async dropBytes({ storeKey }: DeletedImage): Promise<void> {
    if (storeKey !== null) await this.store.delete(storeKey).catch(() => undefined);
  }
}

/** D-174. A window that ended (D-130) needs no further word. */
function cancelledBy({ userId }: Actor): string | undefined {
  return userId === undefined ? undefined : 'deleted';
}
