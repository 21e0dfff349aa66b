import { CALLER, granted } from '../../auth/caller.js';
import { arrayField, booleanField, numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';
import { IMAGE_COLUMNS, live, type ImageRow } from './image.row.js';

// A caller whose token does not reach private images sees the public ones alone, as one without a token does (D-117).
const READER = `reader AS (
  SELECT caller.* FROM caller JOIN tokens t ON t.id = caller.token_id
  WHERE string_to_array(t.scopes, ' ') && '{*,images:read_only,images:read_write}')`;

const VISIBLE = `(
  SELECT p.* FROM images p WHERE p.public_id IS NOT NULL
  UNION ALL
  SELECT o.* FROM reader caller JOIN images o ON o.account_id = caller.account_id WHERE ${granted('image', 'o.id')}
    AND ${live('o', '$2::timestamptz')}
) i`;

/** spec: Images rule 1; order: D-07. Parameters: the caller's key, the present time. */
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
