import { isImageKey } from './store-keys.rules.js';
import type { StoredObject } from './image-store.port.js';

const ORPHAN_AGE_MS = 24 * 3_600_000;
const ALWAYS_REMOVED = 20;
const REMOVED_SHARE = 0.1;

/** Whether the object may be deleted when no image and no lease has its key (D-220). */
export function mayBeOrphan({ key, modified }: StoredObject, now: Date): boolean {
  return isImageKey(key) && now.getTime() - modified.getTime() >= ORPHAN_AGE_MS;
}

/**
 * Whether the number of orphans suggests a wrong database or store. Then none is deleted (D-220).
 */
export function areTooManyOrphans(orphans: number, images: number): boolean {
  return orphans > ALWAYS_REMOVED && orphans > images * REMOVED_SHARE;
}
