import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { errors } from 'oidc-provider';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';

/**
 * A refusal that a write discovers. The writes before it are committed; the writes after it do not
 * run.
 */
export type OAuthRefusal = errors.OIDCProviderError;
export type Write = (tx: Tx) => Promise<OAuthRefusal | void>;

/** Of all applications in the process: each store costs every promise. */
const REQUESTS = new AsyncLocalStorage<Write[]>();

/**
 * Collects what the OAuth library writes during one request and commits it in one transaction: a
 * code is used and its tokens exist, or neither. The library itself would write each record
 * separately.
 */
@Injectable()
export class RequestWrites {
  constructor(private readonly database: Database) {}

  /** Runs one request of the library. @returns its writes, for `commit` */
  async collect(request: () => Promise<void>): Promise<readonly Write[]> {
    const writes: Write[] = [];
    await REQUESTS.run(writes, request);
    return writes;
  }

  /**
   * Adds a write to the current request. Outside a request it runs at once, and a refusal is
   * thrown.
   */
  async add(write: Write): Promise<void> {
    const writes = REQUESTS.getStore();
    if (writes) {
      writes.push(write);
      return;
    }
    const refusal = await this.commit([write]);
    if (refusal) throw refusal;
  }

  /** @returns the refusal of a write, if there was one */
  async commit(writes: readonly Write[]): Promise<OAuthRefusal | undefined> {
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
