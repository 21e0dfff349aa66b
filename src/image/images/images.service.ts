import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../auth/caller.js';
import { covers, type Scope } from '../../auth/scope.rules.js';
import { EventsService } from '../../events/events.service.js';
import { INSTANCES, type Instances } from '../../instances/instances.port.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../shared/database/database.js';
import { InsufficientScope, invalid, NotFound, Unauthenticated } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/list.js';
import { Clock } from '../../shared/time/clock.js';
import { ImageDeletion } from './image-deletion.js';
import { imageEntity } from './image.events.js';
import { parseImageId, storedDescription } from './image.rules.js';
import type { ImageRow } from './image.view.js';
import { ImagesRepository } from './images.repository.js';
import type { ImageCreateRequest, ImageUpdateRequest, ImageUploadRequest } from './images.requests.js';
import { NewImagesService, type NewUpload } from './new-images.service.js';

const READ_SCOPE: Scope = 'images:read_only';

@Injectable()
export class ImagesService {
  constructor(
    private readonly database: Database,
    private readonly images: ImagesRepository,
    private readonly newImages: NewImagesService,
    private readonly deletion: ImageDeletion,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(INSTANCES) private readonly instances: Instances,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<ImageRow>> {
    return this.images.list(key, request);
  }

  /** D-116, D-117: who may not see private images is told so, whether there is one or not. */
  async view(key: CallerKey, decision: Promise<Caller | undefined>, imageId: string): Promise<ImageRow> {
    const name = parseImageId(imageId);
    if (name.kind === 'public') return found(await this.images.findPublic(name.publicId));
    const image = name.id === undefined ? undefined : this.images.findPrivate(key, name.id);
    const [caller, row] = await Promise.all([decision, image]);
    if (!caller) throw new Unauthenticated();
    if (!covers(caller.scopes, READ_SCOPE)) throw new InsufficientScope([READ_SCOPE]);
    return found(row);
  }

  /** spec: Images rule 2. */
  create(caller: Caller, request: ImageCreateRequest): Promise<ImageRow> {
    return this.database.transaction(async (tx) => {
      const disk = await this.instances.findDisk(tx, caller, request.disk_id);
      // D-122
      if (!disk) throw new NotFound('disk_id');
      const { label = disk.label, description, cloud_init: cloudInit } = request;
      return this.newImages.capture(tx, caller, disk, { label, description, cloudInit });
    });
  }

  /** spec: Images rule 3. */
  async upload(caller: Caller, request: ImageUploadRequest): Promise<NewUpload> {
    const { label, region, description, cloud_init: cloudInit } = request;
    // D-126
    if (!this.settings.regions.some(({ id }) => id === region))
      throw invalid('region', 'region is not valid');
    return this.database.transaction((tx) =>
      this.newImages.upload(tx, caller, { label, description, cloudInit }),
    );
  }

  update(caller: Caller, imageId: string, { label, description }: ImageUpdateRequest): Promise<ImageRow> {
    return this.database.transaction(async (tx) => {
      const change = {
        label,
        description: description === undefined ? undefined : storedDescription(description),
        updated: this.clock.now(),
      };
      const image = found(await this.images.update(tx, caller.accountId, privateId(imageId), change));
      await this.events.record(tx, caller, { action: 'image_update', entity: imageEntity(image) });
      return image;
    });
  }

  async delete(caller: Caller, imageId: string): Promise<void> {
    const image = await this.database.transaction(async (tx) =>
      found(await this.deletion.delete(tx, caller, privateId(imageId))),
    );
    await this.deletion.dropBytes(image);
  }
}

function privateId(imageId: string): number {
  const name = parseImageId(imageId);
  if (name.kind === 'public' || name.id === undefined) throw new NotFound();
  return name.id;
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new NotFound();
  return row;
}
