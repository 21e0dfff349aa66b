import { createHash } from 'node:crypto';

/** What is stored of a value that opens something: its SHA-256. */
export function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
