import { createPrivateKey } from 'node:crypto';
import type { JWK } from 'oidc-provider';

/** The DER prefix of an Ed25519 private key; the 32 bytes of the key follow (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The OAuth library needs a signing key to start, although this service issues no signed token. */
export function signingKey(seed: Buffer): JWK {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' };
}
