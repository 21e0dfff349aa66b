import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DERIVED_BYTES = 32;

/** Encrypts what must be read again but not be readable in the database (D-49). */
export class Encryption {
  /** @param key 32 bytes: `ENCRYPTION_KEY`. */
  constructor(private readonly key: Buffer) {}

  /**
   * @param context where the secret belongs, such as `phone_code:7`: it decrypts there only, so that a value that is
   * copied to another row says nothing.
   * @returns nonce, tag and ciphertext.
   */
  encrypt(plain: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** @throws Error when the key, the context or a single bit is not that of `encrypt`. */
  decrypt(encrypted: Buffer, context: string): string {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const ciphertext = encrypted.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  }

  /** A key of its own for another purpose (RFC 5869): the same on every replica and after every restart. */
  derivedKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, '', purpose, DERIVED_BYTES));
  }
}
