import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import type { AttachedDisk } from '../../instances/instances.port.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import type { Tx } from '../../database/reader.js';
import { invalid } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { newUploadAddress } from '../uploads/upload-address.js';
import { imageEntity } from './image.events.js';
import { capabilitiesOf, storedDescription } from './image.rules.js';
import type { ImageRow } from './image.row.js';
import { ImagesRepository, type NewImage } from './images.repository.js';

/** What a caller says of a new image. */
export interface ImageTexts {
  readonly label: string;
  readonly description?: string;
  readonly cloudInit?: boolean;
}

/** Who makes an image. */
export interface Creator extends Actor {
  /** A restricted user is granted what they make (D-46). */
  readonly restricted?: boolean;
}

/** An image that waits for its upload, and where that goes (D-127). */
export interface NewUpload {
  readonly image: ImageRow;
  readonly uploadTo: string;
}

/** How private images begin: the row, the creator's grant and the event that tells of what follows. */
@Injectable()
export class NewImagesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** A capture of the disk, which a job makes. `expiry` makes it an automatic image (D-120). */
  async capture(
    tx: Tx,
    by: Creator,
    disk: AttachedDisk,
    texts: ImageTexts,
    expiry?: Date,
  ): Promise<ImageRow> {
    const image = await this.insert(tx, by, texts, {
      type: expiry ? 'automatic' : 'manual',
      sizeMb: disk.size,
      expiry,
      captureSource: disk.source ?? undefined,
    });
    const eventId = await this.events.begin(tx, by, {
      action: 'disk_imagize',
      entity: instanceEntity(disk.instance),
      secondaryEntity: imageEntity(image),
      status: 'scheduled',
    });
    await this.images.setEvent(tx, image.id, eventId);
    return image;
  }

  async upload(tx: Tx, by: Creator, texts: ImageTexts): Promise<NewUpload> {
    const { secret, hash } = newUploadAddress();
    const until = this.clock.in(this.settings.uploadWindowSeconds);
    const image = await this.insert(tx, by, texts, { type: 'manual', sizeMb: 0, upload: { hash, until } });
    const eventId = await this.events.begin(tx, by, {
      action: 'image_upload',
      entity: imageEntity(image),
      status: 'scheduled',
    });
    await this.images.setEvent(tx, image.id, eventId);
    return { image, uploadTo: `${this.settings.publicUrl}/image-uploads/${secret}` };
  }

  private async insert(
    tx: Tx,
    by: Creator,
    { label, description, cloudInit = false }: ImageTexts,
    from: Pick<NewImage, 'type' | 'sizeMb' | 'expiry' | 'captureSource' | 'upload'>,
  ): Promise<ImageRow> {
    const cap = this.settings.maxPrivateImages;
    const image = await this.images.insert(
      tx,
      {
        ...from,
        accountId: by.accountId,
        label,
        description: storedDescription(description),
        capabilities: capabilitiesOf(cloudInit),
        created: this.clock.now(),
        createdBy: by.username ?? this.settings.serviceName,
      },
      cap,
    );
    if (!image) throw invalid('', `You have reached the maximum of ${cap} private images.`);
    if (by.restricted) await this.images.grant(tx, by.userId!, image.id);
    return image;
  }
}

function instanceEntity({ id, label }: AttachedDisk['instance']) {
  return { id, label, type: 'instance', url: `/v4/instances/${id}` };
}
