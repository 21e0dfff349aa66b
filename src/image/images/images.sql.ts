import { ANY_CALLER, granted } from '../../access/caller.js';
import type { Columns } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Collection } from '../../shared/lists/collection.js';
import { arrayField, booleanField, numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { ImageEntity } from '../image.entity.js';

/** The columns that every new image sets, and that every image shows. */
export type ImageColumn =
  | 'label'
  | 'description'
  | 'type'
  | 'status'
  | 'sizeMb'
  | 'capabilities'
  | 'created'
  | 'updated'
  | 'createdBy';

/** The columns of an image that the API shows. */
export type ImageRow = Columns<
  ImageEntity,
  ImageColumn | 'id' | 'publicId' | 'deprecated' | 'eol' | 'expiry' | 'vendor'
>;

/** The columns of an `ImageRow` in a table `i`. */
export const IMAGE_COLUMNS = `i.id, i.public_id AS "publicId", i.label, i.description, i.type, i.status,
  i.size_mb AS "sizeMb", i.capabilities, i.created, i.updated, i.created_by AS "createdBy", i.deprecated, i.eol,
  i.expiry, i.vendor`;

/**
 * The condition that an image has not expired at a given time. A job deletes expired images later
 * (D-124, D-130).
 */
export function live(image: string, now: string): string {
  return `(${image}.expiry IS NULL OR ${image}.expiry > ${now}) AND (${image}.upload_until IS NULL OR ${image}.upload_until > ${now})`;
}

// D-117: a token without a scope for private images sees the public ones only, like an anonymous
// caller.
const READER = `reader AS (
  SELECT caller.* FROM caller JOIN tokens t ON t.id = caller.token_id
  WHERE string_to_array(t.scopes, ' ') && '{*,images:read_only,images:read_write}')`;

const VISIBLE = `(
  SELECT p.* FROM images p WHERE p.public_id IS NOT NULL
  UNION ALL
  SELECT o.* FROM reader caller JOIN images o ON o.account_id = caller.account_id WHERE ${granted('image', 'o.id')}
    AND ${live('o', '$2::timestamptz')}
) i`;

const PUBLIC_ID = `coalesce(i.public_id, '') COLLATE "C"`;

/** spec: Images rule 1; order: D-07. Parameters: the caller's key, the current time. */
export const IMAGES = new Collection<ImageRow>({
  name: 'image.list',
  with: `${ANY_CALLER}, ${READER}`,
  select: IMAGE_COLUMNS,
  from: VISIBLE,
  where: 'true',
  key: { '(i.public_id IS NULL)': 'boolean', [PUBLIC_ID]: 'text', 'i.id': 'bigint' },
  // PostgreSQL abbreviates only its first sort key, and the boolean is equal for almost all rows.
  order: 'i.public_id COLLATE "C" NULLS LAST, i.id',
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

const PRIVATE_ID = `substring($3 FROM '^private/([1-9][0-9]{0,15})$')::bigint`;

/** Private images. No customer can change a public one (D-125). */
export const IMAGE_LOOKUP = {
  params: ['imageId'],
  key: 'text',
  from: 'images i',
  where: `i.account_id = caller.account_id AND i.id = ${PRIVATE_ID} AND ${live('i', '$2')}`,
  shown: IMAGE_COLUMNS,
  rows: 'i',
  readOnly: 'EXISTS (SELECT FROM images p WHERE p.public_id = $3)',
  grantedId: PRIVATE_ID,
} as const satisfies PathLookup;
