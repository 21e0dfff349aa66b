import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Turns } from '../../shared/limits/turns.js';
import type { BatchCheck } from '../store/store-bytes.js';

const LONG_BATCH_MS = 50;

/**
 * Bounds the CPU time of upload checks (D-211). zlib inflates in libuv's thread pool; without a
 * bound, one account's gzip bombs would occupy the pool and all cores. One batch is one turn: each
 * account inflates one batch at a time, and one core stays free for requests. A batch that inflates
 * to little more than its size takes some 10 ms. A batch that inflates to hundreds of times its
 * size takes long; its turn then pauses for nearly as long.
 */
@Injectable()
export class InflateTurns {
  private readonly turns = new Turns(
    { account: 1, process: Math.max(1, availableParallelism() - 1) },
    Infinity,
    (workedMs) => Math.max(0, workedMs - LONG_BATCH_MS),
  );

  /** Wraps the check so that each batch takes a turn of the account. */
  check(accountId: number, check: BatchCheck): BatchCheck {
    return {
      write: (batch) => this.turns.run(accountId, () => check.write(batch)),
      end: () => this.turns.run(accountId, () => check.end()),
      destroy: () => check.destroy(),
    };
  }
}
