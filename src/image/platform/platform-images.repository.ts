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
   * succeed. An image that stays the same keeps its `updated` (D-276).
   */
  async publish(tx: Tx, publicId: string, image: PublicImage, now: Date): Promise<ImageEntity> {
    const images = tx.repository(ImageEntity);
    await images
      .createQueryBuilder('stored')
      .insert()
      .values({ ...image, publicId, type: 'manual', status: 'available', created: now, updated: now })
      .orUpdate([...REPLACED, 'updated'], ['public_id'], { overwriteCondition: { where: DIFFERS } })
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

/** The columns that a second publication changes, beside `updated`; `id` and `created` stay. */
const REPLACED = [
  'label',
  'description',
  'size_mb',
  'vendor',
  'capabilities',
  'eol',
  'deprecated',
  'created_by',
] as const;
const columnsOf = (row: string) => REPLACED.map((column) => `${row}.${column}`).join(', ');
const DIFFERS = `(${columnsOf('stored')}) IS DISTINCT FROM (${columnsOf('excluded')})`;
