import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { errors } from 'oidc-provider';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';

/** A refusal that only the writing finds out: what is written so far stays, and nothing that comes after is. */
export type Refusal = errors.OIDCProviderError;
export type Write = (tx: Tx) => Promise<Refusal | void>;

/**
 * What the OAuth library writes in the course of one request, in one transaction: a code is spent and its tokens are there,
 * or neither. The library writes thing by thing, and answers when it has written everything.
 */
@Injectable()
export class RequestWrites {
  private readonly requests = new AsyncLocalStorage<Write[]>();

  constructor(private readonly database: Database) {}

  /** Runs a request of the library's. @returns what it wants written, for `commit`. */
  async collect(request: () => Promise<void>): Promise<readonly Write[]> {
    const writes: Write[] = [];
    await this.requests.run(writes, request);
    return writes;
  }

  /** With the others of its request; at once outside of one, and then a refusal is thrown. */
  async add(write: Write): Promise<void> {
    const writes = this.requests.getStore();
    if (writes) {
      writes.push(write);
      return;
    }
    const refusal = await this.commit([write]);
    if (refusal) throw refusal;
  }

  /** @returns the refusal that ended it, if there was one. */
  async commit(writes: readonly Write[]): Promise<Refusal | undefined> {
    if (writes.length === 0) return undefined;
    return this.database.transaction(async (tx) => {
      for (const write of writes) {
        const refusal = await write(tx);
        if (refusal) return refusal;
      }
      return undefined;
    });
  }
}
