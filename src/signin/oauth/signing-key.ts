import { createPrivateKey } from 'node:crypto';
import type { JWK } from 'oidc-provider';

/** RFC 8410: what precedes the 32 bytes of a private key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The OAuth library wants a signing key at start, though no token that this service issues is signed. */
export function signingKey(seed: Buffer): JWK {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' };
}
