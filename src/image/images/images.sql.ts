import { ANY_CALLER, granted } from '../../access/caller.js';
import { command } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { inTurns } from '../../shared/jobs/in-turns.js';
import { Collection } from '../../shared/lists/collection.js';
import { IMAGE, type ImageRow } from './image.resource.js';

/**
 * The condition that an image has not expired at a given time. A job deletes expired images later
 * (D-124, D-130).
 */
export function live(image: string, now: string): string {
  return `(${image}.expiry IS NULL OR ${image}.expiry > ${now}) AND (${image}.upload_until IS NULL OR ${image}.upload_until > ${now})`;
}

/** The condition that a job deletes an image at a given time: not while its capture runs. */
function overdue(now: string): string {
  return `(status = 'pending_upload' AND upload_until <= ${now} OR status = 'available' AND expiry <= ${now})`;
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

const LIST = {
  select: IMAGE.columns(),
  key: { '(i.public_id IS NULL)': 'boolean', [PUBLIC_ID]: 'text', 'i.id': 'bigint' },
  // PostgreSQL abbreviates only its first sort key, and the boolean is equal for almost all rows.
  order: 'i.public_id COLLATE "C" NULLS LAST, i.id',
  fields: IMAGE.filters,
};

/** spec: Images rule 1; order: D-07. Parameters: the caller's key, the current time. */
export const IMAGES = new Collection<ImageRow>({
  ...LIST,
  name: 'image.images.list',
  with: `${ANY_CALLER}, ${READER}`,
  from: VISIBLE,
  where: 'true',
});

/** The images that a request without a credential lists (spec: Images rule 1). */
export const PUBLIC_IMAGES = new Collection<ImageRow>({
  ...LIST,
  name: 'image.images.listPublic',
  from: 'images i',
  where: 'i.public_id IS NOT NULL',
});

const PRIVATE_ID = `substring($3 FROM '^private/([1-9][0-9]{0,15})$')::bigint`;

/** Private images. No customer can change a public one (D-125). */
export const IMAGE_LOOKUP = {
  params: ['imageId'],
  key: 'text',
  from: 'images i',
  where: `i.account_id = caller.account_id AND i.id = ${PRIVATE_ID} AND ${live('i', '$2')}`,
  shown: IMAGE.columns(),
  rows: 'i',
  readOnly: 'EXISTS (SELECT FROM images p WHERE p.public_id = $3)',
  grantedId: PRIVATE_ID,
} as const satisfies PathLookup;

/** The private images of the account `a` at `$2`, without the expired ones. */
export const USED_IMAGES = `a.private_image_count - (SELECT count(*) FROM images o
  WHERE o.account_id = a.id AND ${overdue('$2')})`;

/** An image past its upload window or expiry. */
interface OverdueImage {
  readonly id: number;
  readonly accountId: number;
}

const WAITING = `
  SELECT id, account_id, id AS position FROM images WHERE status = 'pending_upload' AND upload_until <= $1
  UNION ALL
  SELECT id, account_id, id FROM images WHERE status = 'available' AND expiry <= $1`;

/**
 * Locks uploads without data past their window (D-130) and expired automatic images (D-124): at
 * most `$2`. TypeORM has no window functions. Replicas skip each other's rows.
 */
export const LOCK_OVERDUE_IMAGES = command<OverdueImage>(
  'image.images.lockOverdue',
  `SELECT id, account_id AS "accountId" FROM images
   WHERE ${overdue('$1')}
     AND id IN (${inTurns(WAITING, '$2')})
   FOR UPDATE SKIP LOCKED`,
);
