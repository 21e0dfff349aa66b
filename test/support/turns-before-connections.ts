import { AsyncLocalStorage } from 'node:async_hooks';
import { Transactions } from '../../src/database/driver/transactions.js';
import { Turns } from '../../src/shared/limits/turns.js';

const transaction = new AsyncLocalStorage<boolean>();

/** Makes every test fail in which work asks for a turn while it holds a connection of a transaction, and its locks (D-284). */
export function assertTurnsBeforeConnections(): void {
  const { run } = Transactions.prototype;
  const { take } = Turns.prototype;
  Transactions.prototype.run = function (work) {
    return run.call(this, (tx) => transaction.run(true, () => work(tx))) as ReturnType<typeof work>;
  };
  Turns.prototype.take = function (...asked) {
    if (transaction.getStore()) throw new Error('A turn is asked for while a connection is held.');
    return take.apply(this, asked);
  };
}
