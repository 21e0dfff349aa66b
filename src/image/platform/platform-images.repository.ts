import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { IMAGE_COLUMNS, type ImageRow } from '../images/image.row.js';

/** A public image as it shall be. */
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

/** Where an image's bytes are. */
export interface StoredImage {
  readonly storeKey: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

const PUBLISH = command<ImageRow>(
  'image.publish',
  `INSERT INTO images AS i (public_id, label, description, type, status, size_mb, vendor, capabilities, eol, deprecated,
     created_by, created, updated)
   VALUES ($1, $2, $3, 'manual', 'available', $4, $5, $6, $7, $8, $9, $10, $10)
   ON CONFLICT (public_id) DO UPDATE SET label = excluded.label, description = excluded.description,
     size_mb = excluded.size_mb, vendor = excluded.vendor, capabilities = excluded.capabilities, eol = excluded.eol,
     deprecated = excluded.deprecated, created_by = excluded.created_by, updated = excluded.updated
   RETURNING ${IMAGE_COLUMNS}`,
);

const STORED = query<StoredImage>(
  'image.stored',
  `SELECT store_key AS "storeKey", stored_bytes AS bytes, sha256 FROM images
   WHERE id = $1 AND store_key IS NOT NULL AND (expiry IS NULL OR expiry > $2)`,
);

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
