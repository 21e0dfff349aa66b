import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import { AccountEntity } from '../../access/account.entity.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import { mergedValues } from '../../shared/resources/resource-requests.js';
import { ImageEntity } from '../image.entity.js';
import { IMAGE } from './image.resource.js';
import type { UpdateImageRequest } from './update-image.request.js';

/**
 * The columns of a new private image. Its bytes come from `captureSource` or an upload; a disk
 * without a source has none.
 */
export type NewImage = Pick<
  ImageEntity,
  | 'label'
  | 'description'
  | 'type'
  | 'status'
  | 'sizeMb'
  | 'capabilities'
  | 'created'
  | 'updated'
  | 'createdBy'
> &
  Partial<Pick<ImageEntity, 'expiry' | 'captureSource' | 'uploadHash' | 'uploadUntil'>> & {
    readonly accountId: number;
  };

/** The columns that only public or automatic images set. */
const PRIVATE = { publicId: null, deprecated: false, eol: null, vendor: null, expiry: null };

@Injectable()
export class ImagesRepository {
  constructor(private readonly database: Database) {}

  findPublic(publicId: string): Promise<ImageEntity | null> {
    return this.database.repository(ImageEntity).findOneBy({ publicId });
  }

  /**
   * Counting locks the account's row, so two requests at the limit can't both succeed (D-123).
   * @returns undefined if the account is deleted, or already has `limit` private images.
   */
  async insert(tx: Tx, image: NewImage, limit: number): Promise<ImageEntity | undefined> {
    const account = { id: image.accountId, privateImageCount: LessThan(limit) };
    const { affected } = await tx.repository(AccountEntity).increment(account, 'privateImageCount', 1);
    if (affected === 0) return undefined;
    const images = tx.repository(ImageEntity);
    const inserted = images.create({ ...PRIVATE, ...image });
    await images.insert(inserted);
    return inserted;
  }

  /**
   * Counts the private images of the account, including those that are being made.
   * @returns undefined for a deleted account
   */
  async count(tx: Tx, accountId: number): Promise<number | undefined> {
    const account = await tx.repository(AccountEntity).findOneBy({ id: accountId });
    return account?.privateImageCount;
  }

  /** Stores which event reports the progress of the capture or upload. */
  async setEvent(tx: Tx, { id, accountId }: ImageEntity, eventId: number): Promise<void> {
    await tx.repository(ImageEntity).update({ id, accountId: accountId! }, { eventId });
  }

  /**
   * Locks the private image until the transaction ends.
   * @returns null if it does not exist or has expired.
   */
  lock(tx: Tx, accountId: number, id: number, now: Date): Promise<ImageEntity | null> {
    const live = Or(IsNull(), MoreThan(now));
    return tx.repository(ImageEntity).findOne({
      where: { id, accountId, expiry: live, uploadUntil: live },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Locks the image that waits for this upload.
   * @returns null when the address is unknown, used or expired
   */
  lockUpload(tx: Tx, uploadHash: Buffer, now: Date): Promise<ImageEntity | null> {
    return tx.repository(ImageEntity).findOne({
      where: { uploadHash, uploadUntil: MoreThan(now) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Stores the label and description of a locked image. */
  update(
    tx: Tx,
    image: ImageEntity,
    request: UpdateImageRequest,
    updated: Date,
  ): Promise<Changed<ImageEntity>> {
    const { id, accountId } = image;
    const change = mergedValues(IMAGE, image, request);
    return changeRow(tx.repository(ImageEntity), { id, accountId: accountId! }, image, change, { updated });
  }

  /** An image of the account past its upload window or expiry; null without one. */
  findOverdue(tx: Tx, accountId: number, now: Date): Promise<ImageEntity | null> {
    return tx.repository(ImageEntity).findOneBy(overdue({ accountId }, now));
  }

  /**
   * Locks a found overdue image.
   * @returns null when it was deleted, or its upload completed, meanwhile
   */
  lockOverdue(tx: Tx, { accountId, id }: ImageEntity, now: Date): Promise<ImageEntity | null> {
    const where = overdue({ accountId: accountId!, id }, now);
    return tx.repository(ImageEntity).findOne({ where, lock: { mode: 'pessimistic_write' } });
  }

  /** Deletes the private image, also an expired one. @returns null if it does not exist. */
  async delete(tx: Tx, accountId: number, id: number): Promise<ImageEntity | null> {
    const images = tx.repository(ImageEntity);
    const image = await images.findOne({ where: { id, accountId }, lock: { mode: 'pessimistic_write' } });
    if (!image) return null;
    await images.delete({ id, accountId });
    await tx.repository(AccountEntity).decrement({ id: accountId }, 'privateImageCount', 1);
    return image;
  }
}

function overdue(of: { readonly accountId: number; readonly id?: number }, now: Date) {
  const past = LessThanOrEqual(now);
  return [
    { ...of, status: 'pending_upload' as const, uploadUntil: past },
    { ...of, status: 'available' as const, expiry: past },
  ];
}
