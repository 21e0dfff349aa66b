import { generateKeyPairSync } from 'node:crypto';

/** A key pair for a zone. */
export interface NewKey {
  /** In base64, as in a DNSKEY record (RFC 6605 section 4). */
  readonly publicKey: string;
  /** In the form that PowerDNS reads. */
  readonly privateKey: string;
}

/** Makes a key pair of algorithm 13. */
export function newKey(): NewKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const secret = Buffer.from(d, 'base64url').toString('base64');
  return {
    publicKey: point.toString('base64'),
    privateKey: `Private-key-format: v1.2\nAlgorithm: 13 (ECDSAP256SHA256)\nPrivateKey: ${secret}\n`,
  };
}
