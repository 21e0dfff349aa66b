import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { sha256 } from './sha256.js';

const BYTES = 32;

/**
 * The plain text of a new secret, 64 hex digits. Only `reveal` prints it, and it is never stored
 * (D-40, D-49).
 */
export class SecretValue {
  readonly #plain = randomBytes(BYTES).toString('hex');

  /** For the only response that shows it. */
  reveal(): string {
    return this.#plain;
  }

  /** The digest that the database stores, for look-ups of a secret and comparisons with it. */
  get hash(): Buffer {
    return sha256(this.#plain);
  }

  toString(): string {
    return 'SecretValue';
  }

  toJSON(): string {
    return 'SecretValue';
  }

  [inspect.custom](): string {
    return 'SecretValue';
  }
}
