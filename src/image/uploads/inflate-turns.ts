import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Turns } from '../../shared/limits/turns.js';
import type { BatchCheck } from '../store/store-bytes.js';

/**
 * Bounds the CPU time for the check of uploads (D-211). zlib inflates in threads of libuv's pool, beside the event loop;
 * without a bound, the gzip bombs of one account would fill that pool and all cores. One batch is one turn: each account
 * inflates one batch at a time, and one core stays free for requests.
 */
@Injectable()
export class InflateTurns {
  private readonly turns = new Turns(
    { account: 1, process: Math.max(1, availableParallelism() - 1) },
    Infinity,
  );

  /** The check, with each batch in the account's turn. */
  check(accountId: number, check: BatchCheck): BatchCheck {
    return {
      write: (batch) => this.turns.run(accountId, () => check.write(batch)),
      end: () => this.turns.run(accountId, () => check.end()),
      destroy: () => check.destroy(),
    };
  }
}
