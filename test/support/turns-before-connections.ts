import { AsyncLocalStorage } from 'node:async_hooks';
import { CurrentRequest } from '../../src/database/driver/current-request.js';
import type { RequestTransaction } from '../../src/database/driver/request-transaction.js';
import { Transactions } from '../../src/database/driver/transactions.js';
import type { Tx, Values } from '../../src/database/reader.js';
import type { Command } from '../../src/database/statement.js';
import { Turns } from '../../src/shared/limits/turns.js';

/** A transaction that the running code holds a connection and locks for, while `isHeld`. */
interface Held {
  isHeld: boolean;
}

const transaction = new AsyncLocalStorage<Held>();
const request = new AsyncLocalStorage<RequestTransaction>();

function requireNothingHeld(what: string): void {
  if (transaction.getStore()?.isHeld) throw new Error(`${what} while a connection is held.`);
}

/**
 * Makes every test fail in which work asks for a turn or for another transaction while it holds a connection of a transaction,
 * and its locks (D-274, D-284).
 */
export function assertTurnsBeforeConnections(): void {
  const { run, open, rows } = Transactions.prototype;
  const { take } = Turns.prototype;
  const { inOne } = CurrentRequest.prototype;
  Transactions.prototype.run = async function (this: Transactions, work: (tx: Tx) => Promise<never>) {
    requireNothingHeld('Another transaction is asked for');
    const held = { isHeld: true };
    try {
      return await run.call(this, (tx) => transaction.run(held, () => work(tx)));
    } finally {
      held.isHeld = false;
    }
  } as typeof run;
  Transactions.prototype.open = function () {
    requireNothingHeld('Another transaction is asked for');
    return open.call(this);
  };
  Transactions.prototype.rows = function <Row>(this: Transactions, statement: Command<Row>, values: Values) {
    requireNothingHeld('Another transaction is asked for');
    return rows.call(this, statement, values) as Promise<Row[]>;
  };
  CurrentRequest.prototype.inOne = function (terms, work, runner) {
    const noted: typeof work = (own) => request.run(own as RequestTransaction, () => work(own));
    return inOne.call(this, terms, noted, runner) as ReturnType<typeof work>;
  };
  Turns.prototype.take = function (...asked) {
    requireNothingHeld('A turn is asked for');
    request.getStore()?.requireNothingHeld();
    return take.apply(this, asked);
  };
}
