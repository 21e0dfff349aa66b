import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not, Or } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { ImageEntity } from '../image.entity.js';

/** All fields of a public image that the platform sets. */
type PublicImage = Pick<
  ImageEntity,
  'label' | 'description' | 'sizeMb' | 'vendor' | 'capabilities' | 'eol' | 'deprecated' | 'createdBy'
>;

@Injectable()
export class PlatformImagesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Creates or replaces the image in one statement: two requests that publish it at once both
   * succeed.
   */
  async publish(tx: Tx, publicId: string, image: PublicImage, now: Date): Promise<ImageEntity> {
    const images = tx.repository(ImageEntity);
    await images
      .createQueryBuilder()
      .insert()
      .values({ ...image, publicId, type: 'manual', status: 'available', created: now, updated: now })
      .orUpdate([...REPLACED], ['public_id'])
      .execute();
    return images.findOneByOrFail({ publicId });
  }

  /**
   * Finds the image with its bytes.
   * @returns null when it has none, or has expired
   */
  findStored(id: number, now: Date): Promise<ImageEntity | null> {
    const where = { id, storeKey: Not(IsNull()), expiry: Or(IsNull(), MoreThan(now)) };
    return this.database.repository(ImageEntity).findOneBy(where);
  }
}

/** The columns that a second publication changes; `id` and `created` stay. */
const REPLACED = [
  'label',
  'description',
  'size_mb',
  'vendor',
  'capabilities',
  'eol',
  'deprecated',
  'created_by',
  'updated',
] as const;
