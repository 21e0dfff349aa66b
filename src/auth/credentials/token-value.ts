import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { callerKey, type CallerKey } from '../caller.js';

const PREFIX_LENGTH = 16;

/** A new token's plain text: shown once, never stored, and printed by nothing but `reveal` (D-40). */
export class TokenValue {
  readonly #plain: string;

  constructor(plain = randomBytes(32).toString('hex')) {
    this.#plain = plain;
  }

  /** For the one answer that shows it. */
  reveal(): string {
    return this.#plain;
  }

  /** What is stored to find it by. */
  get hash(): CallerKey {
    return callerKey(this.#plain);
  }

  /** What later reads show of a personal token. */
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
