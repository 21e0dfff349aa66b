import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { ImageRow } from '../images/images.sql.js';
import { PUBLISH, STORED, type StoredImage } from './platform-images.sql.js';

/** All fields of a public image that the platform sets. */
export interface PublicImage {
  readonly publicId: string;
  readonly label: string;
  readonly description: string | null;
  readonly sizeMb: number;
  readonly vendor: string | null;
  readonly capabilities: readonly string[];
  readonly eol: Date | null;
  readonly deprecated: boolean;
  readonly createdBy: string;
}

@Injectable()
export class PlatformImagesRepository {
  constructor(private readonly database: Database) {}

  async publish(tx: Tx, image: PublicImage, now: Date): Promise<ImageRow> {
    const { publicId, label, description, sizeMb, vendor, capabilities, eol, deprecated, createdBy } = image;
    const values = [
      publicId,
      label,
      description,
      sizeMb,
      vendor,
      capabilities,
      eol,
      deprecated,
      createdBy,
      now,
    ];
    return (await tx.row(PUBLISH, values))!;
  }

  findStored(id: number, now: Date): Promise<StoredImage | undefined> {
    return this.database.row(STORED, [id, now]);
  }
}
