import { createHash } from 'node:crypto';

/** The SHA-256 of a text: what the database stores of a secret that it only has to recognise (D-40, D-49). */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
