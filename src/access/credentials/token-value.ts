import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { callerKey, type CallerKey } from '../caller.js';

const PREFIX_LENGTH = 16;

/** The plain text of a new token. Only `reveal` prints it, and it is never stored (D-40). */
export class TokenValue {
  readonly #plain: string;

  constructor(plain = randomBytes(32).toString('hex')) {
    this.#plain = plain;
  }

  /** The secret, for the only response that shows it. */
  reveal(): string {
    return this.#plain;
  }

  /** The stored hash, by which a request's token is found. */
  get hash(): CallerKey {
    return callerKey(this.#plain);
  }

  /** The prefix that later responses show of a personal token. */
  get prefix(): string {
    return this.#plain.slice(0, PREFIX_LENGTH);
  }

  toString(): string {
    return 'TokenValue';
  }

  toJSON(): string {
    return 'TokenValue';
  }

  [inspect.custom](): string {
    return 'TokenValue';
  }
}
