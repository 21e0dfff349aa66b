import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { parseDateTime } from '../../shared/time/date-time.js';
import { parseImageId, storedDescription } from '../image.rules.js';
import { shownImage } from '../images/image.resource.js';
import { IMAGE_STORE, type ImageStore } from '../store/image-store.port.js';
import type { ImageData } from './image-data.js';
import { PlatformImagesRepository } from './platform-images.repository.js';
import type { PublishImageRequest } from './publish-image.request.js';

@Injectable()
export class PlatformImagesService {
  constructor(
    private readonly database: Database,
    private readonly images: PlatformImagesRepository,
    private readonly clock: Clock,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates or replaces a public image; missing fields get their defaults (platform-api.md:
   * Images).
   */
  publish(name: string, request: PublishImageRequest) {
    const { label, description, size, vendor = null, capabilities = [], eol, deprecated = false } = request;
    const publicId = `${this.settings.publicImagePrefix}/${name}`;
    const image = {
      label,
      description: storedDescription(description),
      sizeMb: size,
      vendor,
      capabilities: [...new Set(capabilities)],
      eol: eol ? parseDateTime(eol)! : null,
      deprecated,
      createdBy: this.settings.serviceName,
    };
    return this.database.transaction(async (tx) =>
      shownImage(await this.images.publish(tx, publicId, image, this.clock.now())),
    );
  }

  /** @throws NotFound for an image without bytes. */
  async data(imageId: string): Promise<ImageData> {
    const name = parseImageId(imageId);
    const id = name.kind === 'private' ? name.id : undefined;
    const stored = id === undefined ? undefined : await this.images.findStored(id, this.clock.now());
    if (!stored) throw new NotFound();
    const { storeKey, storedBytes, sha256 } = stored;
    return { bytes: storedBytes!, sha256: sha256!, read: (range) => this.store.read(storeKey!, range) };
  }
}
