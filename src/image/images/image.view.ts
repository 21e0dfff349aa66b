import { shownTime } from '../../shared/time/date-time.js';
import { privateImageId } from './image.rules.js';

/** An image as it is read. */
export interface ImageRow {
  readonly id: number;
  readonly publicId: string | null;
  readonly label: string;
  readonly description: string | null;
  readonly type: 'manual' | 'automatic';
  readonly status: 'creating' | 'pending_upload' | 'available';
  readonly sizeMb: number;
  readonly capabilities: readonly string[];
  readonly created: string;
  readonly updated: string;
  readonly createdBy: string;
  readonly deprecated: boolean;
  readonly eol: string | null;
  readonly expiry: string | null;
  readonly vendor: string | null;
}

/** spec: Image. */
export function imageView(row: ImageRow) {
  return {
    id: row.publicId ?? privateImageId(row.id),
    label: row.label,
    description: row.description,
    is_public: row.publicId !== null,
    type: row.type,
    status: row.status,
    size: row.sizeMb,
    capabilities: row.capabilities,
    created: shownTime(row.created),
    updated: shownTime(row.updated),
    created_by: row.createdBy,
    deprecated: row.deprecated,
    eol: shownTime(row.eol),
    expiry: shownTime(row.expiry),
    vendor: row.vendor,
  };
}
