import { createPrivateKey, hkdfSync } from 'node:crypto';
import type { JWK } from 'oidc-provider';

const KEY_BYTES = 32;

/** A key of its own for each purpose from ENCRYPTION_KEY: every replica has the same, and a restart changes none. */
export function derivedKey(encryptionKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', `signin ${purpose}`, KEY_BYTES));
}

/** The OAuth library wants a signing key at start, though no token that this service issues is signed. */
export function signingKey(encryptionKey: Buffer): JWK {
  const seed = derivedKey(encryptionKey, 'signing key');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' };
}

/** RFC 8410: what precedes the 32 bytes of a private key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
