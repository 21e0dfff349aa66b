import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { EventsService } from '../../events/events.service.js';
import { Instances } from '../../instances/instances.port.js';
import { Database } from '../../database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { withObject } from '../../shared/http/response/object-headers.js';
import { Clock } from '../../shared/time/clock.js';
import type { CreateImageRequest } from './create-image.request.js';
import { ImageDeletion } from './image-deletion.js';
import { imageReference } from './image.events.js';
import { parseImageId } from '../image.rules.js';
import { IMAGE, shownImage } from './image.resource.js';
import { ImagesRepository } from './images.repository.js';
import { IMAGES, PUBLIC_IMAGES } from './images.sql.js';
import { NewImagesService } from './new-images.service.js';
import type { UpdateImageRequest } from './update-image.request.js';
import type { UploadImageRequest } from './upload-image.request.js';

@Injectable()
export class ImagesService {
  constructor(
    private readonly database: Database,
    private readonly images: ImagesRepository,
    private readonly newImages: NewImagesService,
    private readonly deletion: ImageDeletion,
    private readonly instances: Instances,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller | undefined, request: ListRequest) {
    const page = caller
      ? IMAGES.page(this.database, request, [caller.key, this.clock.now()])
      : PUBLIC_IMAGES.page(this.database, request, []);
    return pageOf(await page, IMAGE.shown);
  }

  /** @throws NotFound without such a public image */
  async viewPublic(publicId: string) {
    return shownImage(found(await this.images.findPublic(publicId)));
  }

  /**
   * spec: Images rule 2.
   * @throws NotFound for an unknown disk (D-122); Invalid at the quota (D-123)
   */
  create(caller: Caller, request: CreateImageRequest) {
    return this.database.transaction(async (tx) => {
      const disk = await this.instances.findDisk(tx, caller, request.disk_id);
      if (!disk) throw new NotFound('disk_id');
      const { label = disk.label, description, cloud_init: cloudInit } = request;
      return shownImage(await this.newImages.capture(tx, caller, disk, { label, description, cloudInit }));
    });
  }

  /**
   * spec: Images rule 3.
   * @throws Invalid at the quota (D-123)
   */
  upload(caller: Caller, { label, description, cloud_init: cloudInit }: UploadImageRequest) {
    return this.database.transaction(async (tx) => {
      const texts = { label, description, cloudInit };
      const { image, uploadTo } = await this.newImages.upload(tx, caller, texts);
      const shown = shownImage(image);
      return withObject({ image: shown, upload_to: uploadTo }, shown);
    });
  }

  /** @throws NotFound without such a private image */
  update(caller: Caller, imageId: string, request: UpdateImageRequest) {
    return this.database.transaction(async (tx) => {
      const id = privateId(imageId);
      const before = found(await this.images.lock(tx, caller.accountId, id, this.clock.now()));
      const { row: image, isChanged } = await this.images.update(tx, before, request, this.clock.now());
      const event = { action: 'image_update', entity: imageReference(image) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return shownImage(image);
    });
  }

  /**
   * spec: Images rule 4. Cancels a capture or an upload (D-124).
   * @throws NotFound without such a private image
   */
  async delete(caller: Caller, imageId: string) {
    const image = await this.database.transaction(async (tx) =>
      found(await this.deletion.delete(tx, caller, privateId(imageId))),
    );
    await this.database.request.whenCommitted(() => this.deletion.removeBytes(image));
    return {};
  }
}

function privateId(imageId: string): number {
  const name = parseImageId(imageId);
  if (name.kind === 'public' || name.id === undefined) throw new NotFound();
  return name.id;
}

function found<Row>(row: Row | null | undefined): Row {
  if (!row) throw new NotFound();
  return row;
}
