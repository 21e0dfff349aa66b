import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { Database } from '../../database/database.js';
import { ImageEntity } from '../image.entity.js';
import { StoreOwnerEntity } from './store-owner.entity.js';

@Injectable()
export class StoreOwnerRepository {
  constructor(private readonly database: Database) {}

  /** The identity of this database. */
  async self(): Promise<StoreOwnerEntity> {
    return (await this.database.repository(StoreOwnerEntity).findOneBy({ singleton: true }))!;
  }

  /**
   * Returns those of the keys that belong to an image, or to a lease, whose object may be
   * incomplete.
   */
  async knownKeys(keys: string[]): Promise<Set<string>> {
    const images = await this.database.repository(ImageEntity).find({
      select: { id: true, storeKey: true, leaseKey: true },
      where: [{ storeKey: Any(keys) }, { leaseKey: Any(keys) }],
    });
    return new Set(
      images.flatMap(({ storeKey, leaseKey }) => [storeKey, leaseKey]).filter((key) => key !== null),
    );
  }
}
