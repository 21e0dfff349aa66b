import { createHash } from 'node:crypto';
import { wireName, words } from '../zones/transfer/dns-message.js';

/** ECDSA Curve P-256 with SHA-256 (RFC 6605). */
export const ALGORITHM = 13;
/** Zone key and secure entry point (RFC 4034 section 2.1.1): one key signs all records. */
export const KEY_FLAGS = 257;
export const KEY_PROTOCOL = 3;
/** SHA-256 (RFC 4509). */
export const DIGEST_TYPE = 2;

/** A DS record (RFC 4034 section 5). */
export interface DsRecord {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** In hexadecimal, upper case. */
  readonly digest: string;
}

/** @param publicKey in base64 */
export function keyTagOf(publicKey: string): number {
  return keyTag(keyData(publicKey));
}

/** Makes the DS record of a zone's key. @param publicKey in base64 */
export function dsOf(domain: string, publicKey: string): DsRecord {
  const data = keyData(publicKey);
  const digest = createHash('sha256')
    .update(Buffer.concat([wireName(domain), data]))
    .digest('hex')
    .toUpperCase();
  return { keyTag: keyTag(data), algorithm: ALGORITHM, digestType: DIGEST_TYPE, digest };
}

/** Returns a DS record in presentation format. */
export function dsText({ keyTag: tag, algorithm, digestType, digest }: DsRecord): string {
  return `${tag} ${algorithm} ${digestType} ${digest}`;
}

/** Encodes the data of the DNSKEY record (RFC 4034 section 2.1). */
function keyData(publicKey: string): Buffer {
  return Buffer.concat([
    words(KEY_FLAGS),
    Buffer.of(KEY_PROTOCOL, ALGORITHM),
    Buffer.from(publicKey, 'base64'),
  ]);
}

/** Computes the key tag (RFC 4034 appendix B). */
function keyTag(data: Buffer): number {
  const sum = data.reduce((total, octet, index) => total + (index % 2 === 0 ? octet << 8 : octet), 0);
  return (sum + (sum >>> 16)) & 0xffff;
}
