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

/** The columns of an `ImageRow`, of a table `i`. */
export const IMAGE_COLUMNS = `i.id, i.public_id AS "publicId", i.label, i.description, i.type, i.status,
  i.size_mb AS "sizeMb", i.capabilities, i.created, i.updated, i.created_by AS "createdBy", i.deprecated, i.eol,
  i.expiry, i.vendor`;

/** Whether an image is still there at a time: jobs delete what has expired only later (D-124, D-130). */
export function live(image: string, now: string): string {
  return `(${image}.expiry IS NULL OR ${image}.expiry > ${now}) AND (${image}.upload_until IS NULL OR ${image}.upload_until > ${now})`;
}
