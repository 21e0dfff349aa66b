import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import {
  DELETE,
  GRANT,
  IMAGES,
  INSERT,
  SET_EVENT,
  UPDATE,
  VIEW_PRIVATE,
  VIEW_PUBLIC,
  type DeletedImage,
  type ImageRow,
} from './images.sql.js';

/** A private image to insert. Its bytes come from `captureSource` or `upload`; a disk without bytes has neither. */
export interface NewImage {
  readonly accountId: number;
  readonly label: string;
  readonly description: string | null;
  readonly type: 'manual' | 'automatic';
  readonly sizeMb: number;
  readonly capabilities: readonly string[];
  readonly created: Date;
  readonly createdBy: string;
  readonly expiry?: Date;
  readonly captureSource?: string;
  readonly upload?: { readonly hash: Buffer; readonly until: Date };
}

export interface ImageChange {
  readonly label?: string;
  /** Undefined: unchanged; null: cleared. */
  readonly description?: string | null;
  readonly updated: Date;
}

@Injectable()
export class ImagesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<ImageRow>> {
    return IMAGES.page(this.database, request, [key, this.clock.now()]);
  }

  findPublic(publicId: string): Promise<ImageRow | undefined> {
    return this.database.row(VIEW_PUBLIC, [publicId]);
  }

  findPrivate(key: CallerKey, id: number): Promise<ImageRow | undefined> {
    return this.database.row(VIEW_PRIVATE, [key, id, this.clock.now()]);
  }

  /** @returns undefined if the account already has `cap` private images. */
  insert(tx: Tx, image: NewImage, cap: number): Promise<ImageRow | undefined> {
    return tx.row(INSERT, [
      image.accountId,
      cap,
      image.label,
      image.description,
      image.type,
      image.sizeMb,
      image.capabilities,
      image.created,
      image.createdBy,
      image.expiry ?? null,
      image.captureSource ?? null,
      image.upload?.hash ?? null,
      image.upload?.until ?? null,
    ]);
  }

  /** Stores which event reports the progress of the capture or upload. */
  async setEvent(tx: Tx, id: number, eventId: number): Promise<void> {
    await tx.run(SET_EVENT, [id, eventId]);
  }

  /** D-46: gives a restricted creator `read_write` on the new image. */
  async grant(tx: Tx, userId: number, id: number): Promise<void> {
    await tx.run(GRANT, [userId, id]);
  }

  update(tx: Tx, accountId: number, id: number, change: ImageChange): Promise<ImageRow | undefined> {
    const { label = null, description = null, updated } = change;
    return tx.row(UPDATE, [id, accountId, label, change.description !== undefined, description, updated]);
  }

  delete(tx: Tx, accountId: number, id: number): Promise<DeletedImage | undefined> {
    return tx.row(DELETE, [id, accountId]);
  }
}
