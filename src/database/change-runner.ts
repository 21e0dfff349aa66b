import type { OpenTransaction } from './driver/open-transaction.js';
import type { Tx, Values } from './reader.js';
import type { Command } from './statement.js';

/** Runs a change, which is then committed. */
export interface ChangeRunner {
  /** Runs a change of one statement. */
  rows<Row>(statement: Command<Row>, values: Values): Promise<Row[]>;
  run<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs a request that opens and commits its one transaction. */
  request<Result>(work: (source: TransactionSource) => Promise<Result>): Promise<Result>;
}

/** Where a request gets its transaction, and how it ends it. */
export interface TransactionSource {
  /** Whether the transaction has changes of other requests, too. */
  readonly isShared: boolean;
  open(): Promise<OpenTransaction>;
  commit(transaction: OpenTransaction, last?: (tx: Tx) => void): Promise<void>;
  /** @returns the first failure of the transaction, of which `thrown` may be a consequence */
  rollback(transaction: OpenTransaction, thrown?: unknown): Promise<unknown>;
}
