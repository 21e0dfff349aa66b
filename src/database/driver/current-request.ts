import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestTransaction } from './request-transaction.js';

/** Which request's transaction the running code belongs to. Only few requests have one (D-230 to D-232). */
export class CurrentRequest {
  private readonly storage = new AsyncLocalStorage<RequestTransaction>();
  private running = 0;

  get transaction(): RequestTransaction | undefined {
    return this.storage.getStore();
  }

  /** Runs `work` in the request's transaction. What `work` has not committed is undone. */
  async run<Result>(transaction: RequestTransaction, work: () => Promise<Result>): Promise<Result> {
    this.running++;
    try {
      return await this.storage.run(transaction, work);
    } finally {
      await transaction.rollback();
      // While it is on, Node may have to watch every promise of every request.
      if (--this.running === 0) this.storage.disable();
    }
  }
}
