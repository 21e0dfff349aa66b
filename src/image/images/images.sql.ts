import { CALLER, granted } from '../../auth/caller.js';
import { command, query } from '../../database/statement.js';
import { Collection } from '../../shared/lists/collection.js';
import { arrayField, booleanField, numberField, stringField, timeField } from '../../shared/lists/filter.js';

/** An image as it is read; timestamps are PostgreSQL's text in UTC. */
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

/** A deleted image, with what its deletion still has to clean up. */
export interface DeletedImage {
  readonly id: number;
  readonly accountId: number;
  readonly label: string;
  readonly status: ImageRow['status'];
  readonly eventId: number | null;
  readonly storeKey: string | null;
}

/** The columns of an `ImageRow` in a table `i`. */
export const IMAGE_COLUMNS = `i.id, i.public_id AS "publicId", i.label, i.description, i.type, i.status,
  i.size_mb AS "sizeMb", i.capabilities, i.created, i.updated, i.created_by AS "createdBy", i.deprecated, i.eol,
  i.expiry, i.vendor`;

/** The condition that an image has not expired at a time. A job deletes expired images later (D-124, D-130). */
export function live(image: string, now: string): string {
  return `(${image}.expiry IS NULL OR ${image}.expiry > ${now}) AND (${image}.upload_until IS NULL OR ${image}.upload_until > ${now})`;
}

// D-117: a token without a scope for private images sees the public ones only, like an anonymous caller.
const READER = `reader AS (
  SELECT caller.* FROM caller JOIN tokens t ON t.id = caller.token_id
  WHERE string_to_array(t.scopes, ' ') && '{*,images:read_only,images:read_write}')`;

const VISIBLE = `(
  SELECT p.* FROM images p WHERE p.public_id IS NOT NULL
  UNION ALL
  SELECT o.* FROM reader caller JOIN images o ON o.account_id = caller.account_id WHERE ${granted('image', 'o.id')}
    AND ${live('o', '$2::timestamptz')}
) i`;

/** spec: Images rule 1; order: D-07. Parameters: the caller's key, the current time. */
export const IMAGES = new Collection<ImageRow>({
  name: 'image.list',
  with: `${CALLER}, ${READER}`,
  select: IMAGE_COLUMNS,
  from: VISIBLE,
  where: 'true',
  order: 'i.public_id COLLATE "C", i.id',
  fields: {
    id: stringField(`coalesce(i.public_id, 'private/' || i.id)`),
    label: stringField('i.label'),
    description: stringField('i.description'),
    is_public: booleanField('(i.public_id IS NOT NULL)'),
    type: stringField('i.type'),
    status: stringField('i.status', { orderable: false }),
    size: numberField('i.size_mb'),
    capabilities: arrayField('i.capabilities'),
    created: timeField('i.created'),
    updated: timeField('i.updated'),
    created_by: stringField('i.created_by'),
    deprecated: booleanField('i.deprecated'),
    eol: timeField('i.eol'),
    expiry: timeField('i.expiry'),
    vendor: stringField('i.vendor'),
  },
});

export const VIEW_PUBLIC = query<ImageRow>(
  'image.viewPublic',
  `SELECT ${IMAGE_COLUMNS} FROM images i WHERE i.public_id = $1`,
);

export const VIEW_PRIVATE = query<ImageRow>(
  'image.viewPrivate',
  `WITH ${CALLER} SELECT ${IMAGE_COLUMNS} FROM caller JOIN images i ON i.account_id = caller.account_id
   WHERE i.id = $2 AND ${granted('image', 'i.id')} AND ${live('i', '$3')}`,
);

// D-123: counting locks the account's row, so two requests at the limit can't both succeed.
export const INSERT = command<ImageRow>(
  'image.insert',
  `WITH counted AS (
     UPDATE accounts SET private_image_count = private_image_count + 1
     WHERE id = $1 AND private_image_count < $2 RETURNING id)
   INSERT INTO images AS i (account_id, label, description, type, status, size_mb, capabilities, created, updated,
     created_by, expiry, capture_source, upload_hash, upload_until)
   SELECT id, $3, $4, $5, CASE WHEN $12::bytea IS NULL THEN 'creating' ELSE 'pending_upload' END, $6, $7, $8, $8,
     $9, $10, $11, $12, $13 FROM counted
   RETURNING ${IMAGE_COLUMNS}`,
);

export const SET_EVENT = command('image.setEvent', 'UPDATE images SET event_id = $2 WHERE id = $1');

export const GRANT = command(
  'image.grant',
  `INSERT INTO grants (user_id, image_id, permissions) VALUES ($1, $2, 'read_write')`,
);

export const UPDATE = command<ImageRow>(
  'image.update',
  `UPDATE images i SET label = coalesce($3, i.label), description = CASE WHEN $4 THEN $5 ELSE i.description END,
     updated = $6 WHERE i.id = $1 AND i.account_id = $2 AND ${live('i', '$6')} RETURNING ${IMAGE_COLUMNS}`,
);

export const DELETE = command<DeletedImage>(
  'image.delete',
  `WITH deleted AS (DELETE FROM images WHERE id = $1 AND account_id = $2 RETURNING *),
     counted AS (
       UPDATE accounts SET private_image_count = private_image_count - 1
       WHERE id IN (SELECT account_id FROM deleted))
   SELECT id, account_id AS "accountId", label, status, event_id AS "eventId", store_key AS "storeKey" FROM deleted`,
);
