import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DERIVED_BYTES = 32;

/**
 * The id of a key without one. Its ciphertexts contain no id, so that the release before D-221 can
 * read them.
 */
export const DEFAULT_KEY_ID = '1';
/**
 * The first byte of a ciphertext with an id. A ciphertext without an id starts with a random byte.
 */
const WITH_ID = 0x02;

/** A key of `ENCRYPTION_KEY`. */
export interface EncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/**
 * Encrypts secrets that the service must read again, so that a copy of the database does not reveal
 * them (D-49, D-221).
 */
export class Encryption {
  private readonly first: { readonly id: string; readonly key: KeyObject };
  private readonly keys: ReadonlyMap<string, KeyObject>;

  /** @param keys the first encrypts; all decrypt. */
  constructor(keys: readonly [EncryptionKey, ...EncryptionKey[]]) {
    // Create the key objects once: encrypting with raw bytes takes three times as long on Node 24.
    const made = keys.map(({ id, key }) => ({ id, key: createSecretKey(key) }));
    this.first = made[0]!;
    this.keys = new Map(made.map(({ id, key }) => [id, key]));
  }

  /** The id of the key that encrypts. */
  get keyId(): string {
    return this.first.id;
  }

  hasKey(id: string): boolean {
    return this.keys.has(id);
  }

  /**
   * @param context the owner of the secret, such as `phone_code:7`. The ciphertext decrypts only
   * with the same context, so that a copy in another row is useless.
   */
  encrypt(plain: string, context: string): Buffer {
    const { id, key } = this.first;
    const sealed = seal(key, plain, context);
    if (id === DEFAULT_KEY_ID) return sealed;
    return Buffer.concat([Buffer.from([WITH_ID, id.length]), Buffer.from(id), sealed]);
  }

  /** @throws Error when the key, the context or a single bit differs */
  decrypt(encrypted: Buffer, context: string): string {
    const { id, sealed } = splitId(encrypted);
    const key = this.keys.get(id);
    if (id === DEFAULT_KEY_ID && key) return open(key, sealed, context);
    try {
      if (key) return open(key, sealed, context);
    } catch {
      // A ciphertext without an id can, by chance, look like one with an id.
    }
    const unnamed = this.keys.get(DEFAULT_KEY_ID);
    if (!unnamed) throw new Error(`The key ${id} can't decrypt this value.`);
    return open(unnamed, encrypted, context);
  }

  /**
   * An encryption with derived keys for another purpose, so that many values there do not use up
   * the main keys.
   */
  forPurpose(purpose: string): Encryption {
    const derived = (id: string, key: KeyObject) => ({ id, key: derive(key, purpose) });
    const all = [...this.keys].map(([id, key]) => derived(id, key));
    return new Encryption([derived(this.first.id, this.first.key), ...all]);
  }

  /** Whether the first key encrypted this value. It then needs no other key. */
  isByFirstKey(encrypted: Buffer, context: string): boolean {
    const { id, sealed } = splitId(encrypted);
    const isUnnamed = this.first.id === DEFAULT_KEY_ID;
    if (!isUnnamed && id !== this.first.id) return false;
    try {
      open(this.first.key, isUnnamed ? encrypted : sealed, context);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Derives a key for another purpose (RFC 5869). It is the same on all replicas and after
   * restarts.
   */
  derivedKey(purpose: string): Buffer {
    return derive(this.first.key, purpose);
  }
}

function derive(key: KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, DERIVED_BYTES));
}

function splitId(encrypted: Buffer): { id: string; sealed: Buffer } {
  if (encrypted[0] !== WITH_ID) return { id: DEFAULT_KEY_ID, sealed: encrypted };
  const end = 2 + (encrypted[1] ?? 0);
  return { id: encrypted.subarray(2, end).toString(), sealed: encrypted.subarray(end) };
}

/** @returns nonce, tag and ciphertext */
function seal(key: KeyObject, plain: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

function open(key: KeyObject, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const ciphertext = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}
