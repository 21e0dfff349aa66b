import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../shared/secrets/sha256.js';

/** Whether the presented token is one of the Platform API's, in constant time (D-221: two while they change). */
export function isPlatform(presented: string | undefined, platformTokens: readonly string[]): boolean {
  if (presented === undefined) return false;
  const hash = sha256(presented);
  return platformTokens.map((token) => timingSafeEqual(hash, sha256(token))).includes(true);
}
