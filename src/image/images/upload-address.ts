import { randomBytes } from 'node:crypto';
import { sha256 } from '../../shared/secrets/sha256.js';

/**
 * The secret of an upload address. It is the upload's only credential; the database stores its hash
 * (D-127, D-49).
 */
interface UploadAddress {
  readonly secret: string;
  readonly hash: Buffer;
}

/** 43 characters of base64url, 256 random bits. */
export function newUploadAddress(): UploadAddress {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: sha256(secret) };
}
