import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the presented token is the Platform API's, in constant time. */
export function isPlatform(presented: string | undefined, platformToken: string): boolean {
  return presented !== undefined && timingSafeEqual(digest(presented), digest(platformToken));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
