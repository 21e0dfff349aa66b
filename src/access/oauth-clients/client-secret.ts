import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { sha256 } from '../../shared/secrets/sha256.js';

const SECRET_BYTES = 32;

/**
 * The plain text of a new client secret, 64 hex digits. Only `reveal` prints it, and it is never
 * stored.
 */
export class ClientSecret {
  readonly #plain = randomBytes(SECRET_BYTES).toString('hex');

  /** The secret, for the only response that shows it. */
  reveal(): string {
    return this.#plain;
  }

  /** The stored hash (D-49). */
  get hash(): Buffer {
    return sha256(this.#plain);
  }

  toString(): string {
    return 'ClientSecret';
  }

  toJSON(): string {
    return 'ClientSecret';
  }

  [inspect.custom](): string {
    return 'ClientSecret';
  }
}
