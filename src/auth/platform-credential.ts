import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../shared/secrets/sha256.js';

/** Whether the presented token is the Platform API's, in constant time. */
export function isPlatform(presented: string | undefined, platformToken: string): boolean {
  return presented !== undefined && timingSafeEqual(sha256(presented), sha256(platformToken));
}
