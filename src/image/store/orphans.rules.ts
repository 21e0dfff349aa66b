import { isImageKey } from './store-keys.rules.js';
import type { StoredObject } from './image-store.port.js';

const ORPHAN_AGE_MS = 24 * 3_600_000;
const ALWAYS_REMOVED = 20;
const REMOVED_SHARE = 0.1;

/** D-220: whether the object is deleted if no image and no lease has its key. */
export function mayBeOrphan({ key, modified }: StoredObject, now: Date): boolean {
  return isImageKey(key) && now.getTime() - modified.getTime() >= ORPHAN_AGE_MS;
}

/** D-220: whether so many orphans point to a wrong database or store, so that none of them is deleted. */
export function areTooManyOrphans(orphans: number, images: number): boolean {
  return orphans > ALWAYS_REMOVED && orphans > images * REMOVED_SHARE;
}
