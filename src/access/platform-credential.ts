import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../shared/secrets/sha256.js';

/**
 * Whether the token is one of the platform tokens, in constant time. There are two while one
 * replaces the other (D-221).
 */
export function isPlatform(presented: string | undefined, platformTokens: readonly string[]): boolean {
  if (presented === undefined) return false;
  const hash = sha256(presented);
  return platformTokens.map((token) => timingSafeEqual(hash, sha256(token))).includes(true);
}
