import { command, query } from '../../database/statement.js';
import { IMAGE_COLUMNS, type ImageRow } from '../images/images.sql.js';

/** Where the bytes of an image are. */
export interface StoredImage {
  readonly storeKey: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

// ON CONFLICT: two requests that publish the same image at once both succeed.
export const PUBLISH = command<ImageRow>(
  'image.publish',
  `INSERT INTO images AS i (public_id, label, description, type, status, size_mb, vendor, capabilities, eol, deprecated,
     created_by, created, updated)
   VALUES ($1, $2, $3, 'manual', 'available', $4, $5, $6, $7, $8, $9, $10, $10)
   ON CONFLICT (public_id) DO UPDATE SET label = excluded.label, description = excluded.description,
     size_mb = excluded.size_mb, vendor = excluded.vendor, capabilities = excluded.capabilities, eol = excluded.eol,
     deprecated = excluded.deprecated, created_by = excluded.created_by, updated = excluded.updated
   RETURNING ${IMAGE_COLUMNS}`,
);

export const STORED = query<StoredImage>(
  'image.stored',
  `SELECT store_key AS "storeKey", stored_bytes AS bytes, sha256 FROM images
   WHERE id = $1 AND store_key IS NOT NULL AND (expiry IS NULL OR expiry > $2)`,
);
