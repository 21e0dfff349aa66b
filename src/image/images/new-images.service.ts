import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { GrantsRepository } from '../../access/grants/grants.repository.js';
import type { Actor } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import type { AttachedDisk } from '../../instances/instances.port.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import type { Tx } from '../../database/reader.js';
import { invalid, Unauthenticated, type ServiceError } from '../../shared/errors/errors.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { Clock } from '../../shared/time/clock.js';
import type { ImageEntity } from '../image.entity.js';
import { ImageDeletion } from './image-deletion.js';
import { imageReference } from './image.events.js';
import { capabilitiesOf, storedDescription } from '../image.rules.js';
import { ImagesRepository, type NewImage } from './images.repository.js';

/** Of the secret in an upload's address. */
const SECRET_BYTES = 32;

/** The fields of a new image that a caller chooses. */
interface ImageTexts {
  readonly label: string;
  readonly description?: string;
  readonly cloudInit?: boolean;
}

/** The creator of an image. */
interface Creator extends Actor {
  /** A restricted user gets a grant on the new image (D-46). */
  readonly restricted?: boolean;
}

/** A new image that waits for its data, and the upload's URL (D-127). */
interface NewUpload {
  readonly image: ImageEntity;
  readonly uploadTo: string;
}

/**
 * Creates private images: the row, the creator's grant, and the event that reports the progress.
 */
@Injectable()
export class NewImagesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly deletion: ImageDeletion,
    private readonly grants: GrantsRepository,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Schedules a capture of the disk. With `expiry` it becomes an automatic image (D-120). */
  async capture(
    tx: Tx,
    by: Creator,
    disk: AttachedDisk,
    texts: ImageTexts,
    expiry?: Date,
  ): Promise<ImageEntity> {
    const image = await this.insert(tx, by, texts, {
      type: expiry ? 'automatic' : 'manual',
      status: 'creating',
      sizeMb: disk.size,
      expiry: expiry ?? null,
      captureSource: disk.source,
    });
    const eventId = await this.events.begin(tx, by, {
      action: 'disk_imagize',
      entity: instanceReference(disk.instance),
      secondaryEntity: imageReference(image),
      status: 'scheduled',
    });
    await this.images.setEvent(tx, image, eventId);
    return image;
  }

  async upload(tx: Tx, by: Creator, texts: ImageTexts): Promise<NewUpload> {
    // The upload's only credential; the database stores its hash (D-127, D-49).
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const image = await this.insert(tx, by, texts, {
      type: 'manual',
      status: 'pending_upload',
      sizeMb: 0,
      uploadHash: sha256(secret),
      uploadUntil: this.clock.in(this.settings.uploadWindowSeconds),
    });
    const eventId = await this.events.begin(tx, by, {
      action: 'image_upload',
      entity: imageReference(image),
      status: 'scheduled',
    });
    await this.images.setEvent(tx, image, eventId);
    return { image, uploadTo: `${this.settings.publicUrl}/image-uploads/${secret}` };
  }

  private async insert(
    tx: Tx,
    by: Creator,
    { label, description, cloudInit = false }: ImageTexts,
    from: Pick<
      NewImage,
      'type' | 'status' | 'sizeMb' | 'expiry' | 'captureSource' | 'uploadHash' | 'uploadUntil'
    >,
  ): Promise<ImageEntity> {
    const limit = this.settings.maxPrivateImages;
    const now = this.clock.now();
    const values = {
      ...from,
      accountId: by.accountId,
      label,
      description: storedDescription(description),
      capabilities: capabilitiesOf(cloudInit),
      created: now,
      updated: now,
      createdBy: by.username ?? this.settings.serviceName,
    };
    let image = await this.images.insert(tx, values, limit);
    // An expired image is hidden at once, so it takes no place until its job runs.
    while (!image && (await this.deletion.deleteOverdue(tx, by.accountId, now)))
      image = await this.images.insert(tx, values, limit);
    if (!image) throw await this.refusal(tx, by, limit);
    const { accountId, userId } = by;
    if (by.restricted) this.grants.grantCreator(tx, 'image', { accountId, userId: userId! }, image.id);
    return image;
  }

  private async refusal(tx: Tx, { accountId }: Creator, limit: number): Promise<ServiceError> {
    const used = await this.images.count(tx, accountId);
    // Without a count the account was deleted, and the token with it.
    return used === undefined ? new Unauthenticated() : invalid('', 'image_limit', { limit, used });
  }
}

function instanceReference({ id, label }: AttachedDisk['instance']) {
  return { id, label, type: 'instance', url: `/v4/instances/${id}` };
}
