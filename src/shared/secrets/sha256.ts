import { createHash } from 'node:crypto';

/**
 * The SHA-256 of a text. The database stores it instead of secrets that it only needs to recognize
 * (D-40, D-49).
 */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
