import { Injectable } from '@nestjs/common';
import { CALLER, granted, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { command, query } from '../../database/statement.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import { IMAGE_COLUMNS, live, type ImageRow } from './image.row.js';
import { IMAGES } from './images.list.js';

/** A private image to be made; what its bytes come from is said by one of the last two. */
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
  /** Undefined leaves it, null clears it. */
  readonly description?: string | null;
  readonly updated: Date;
}

/** What is left to do for an image that was deleted. */
export interface DeletedImage {
  readonly id: number;
  readonly accountId: number;
  readonly label: string;
  readonly status: ImageRow['status'];
  readonly eventId: number | null;
  readonly storeKey: string | null;
}

const VIEW_PUBLIC = query<ImageRow>(
  'image.viewPublic',
  `SELECT ${IMAGE_COLUMNS} FROM images i WHERE i.public_id = $1`,
);

const VIEW_PRIVATE = query<ImageRow>(
  'image.viewPrivate',
  `WITH ${CALLER} SELECT ${IMAGE_COLUMNS} FROM caller JOIN images i ON i.account_id = caller.account_id
   WHERE i.id = $2 AND ${granted('image', 'i.id')} AND ${live('i', '$3')}`,
);

// D-123: the account's row is locked by its counter, so that of two at the cap one finds no room.
const INSERT = command<ImageRow>(
  'image.insert',
  `WITH room AS (
     UPDATE accounts SET private_image_count = private_image_count + 1
     WHERE id = $1 AND private_image_count < $2 RETURNING id)
   INSERT INTO images AS i (account_id, label, description, type, status, size_mb, capabilities, created, updated,
     created_by, expiry, capture_source, upload_hash, upload_until)
   SELECT id, $3, $4, $5, CASE WHEN $12::bytea IS NULL THEN 'creating' ELSE 'pending_upload' END, $6, $7, $8, $8,
     $9, $10, $11, $12, $13 FROM room
   RETURNING ${IMAGE_COLUMNS}`,
);

const SET_EVENT = command('image.setEvent', 'UPDATE images SET event_id = $2 WHERE id = $1');

const GRANT = command(
  'image.grant',
  `INSERT INTO grants (user_id, image_id, permissions) VALUES ($1, $2, 'read_write')`,
);

const UPDATE = command<ImageRow>(
  'image.update',
  `UPDATE images i SET label = coalesce($3, i.label), description = CASE WHEN $4 THEN $5 ELSE i.description END,
     updated = $6 WHERE i.id = $1 AND i.account_id = $2 AND ${live('i', '$6')} RETURNING ${IMAGE_COLUMNS}`,
);

const DELETED = `id, account_id AS "accountId", label, status, event_id AS "eventId", store_key AS "storeKey"`;

const DELETE = command<DeletedImage>(
  'image.delete',
  `WITH gone AS (DELETE FROM images WHERE id = $1 AND account_id = $2 RETURNING *),
     room AS (UPDATE accounts SET private_image_count = private_image_count - 1 WHERE id IN (SELECT account_id FROM gone))
   SELECT ${DELETED} FROM gone`,
);

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

  /** @returns undefined when the account has `cap` private images already. */
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

  /** Ties the image to the event that tells how it comes about. */
  async setEvent(tx: Tx, id: number, eventId: number): Promise<void> {
    await tx.run(SET_EVENT, [id, eventId]);
  }

  /** D-46: a restricted creator may read and write what they create. */
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
