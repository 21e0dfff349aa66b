import { Worker } from 'node:worker_threads';
import { TransferError } from './axfr.js';
import type { TransferAnswer, TransferTask } from './transfer-worker.js';
import type { ImportableZone } from './transferred-zone.js';

/** The memory of all transfers at one time. A zone takes several times its bytes as strings. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const MAX_IDLE_MS = 60_000;

interface Waiting {
  resolve(zone: ImportableZone): void;
  reject(error: Error): void;
}

/**
 * Runs transfers in a thread of their own, because a peer can send messages that are costly to
 * decode, and requests must not wait for them. The thread starts with the first transfer, and ends
 * after 1 minute without transfers.
 */
export class TransferThread {
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** @throws TransferError with the reason */
  run(script: URL, task: TransferTask): Promise<ImportableZone> {
    clearTimeout(this.idle);
    const id = ++this.lastId;
    const worker = (this.worker ??= this.start(script));
    return new Promise<ImportableZone>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, task });
    });
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.failAll(threadEnded());
    await worker?.terminate();
  }

  private start(script: URL): Worker {
    const worker = new Worker(script, { resourceLimits: RESOURCE_LIMITS });
    worker.unref();
    worker.on('message', (answer: TransferAnswer) => this.settle(answer));
    // A stopped thread may end after the next one has started.
    const ended = (error: Error) => this.worker === worker && this.failAll(error);
    worker.on('error', ended);
    worker.on('exit', () => ended(threadEnded()));
    return worker;
  }

  private settle({ id, zone, failure }: TransferAnswer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (zone) waiting?.resolve(zone);
    else waiting?.reject(new TransferError(failure));
    if (this.waiting.size === 0) this.idle = setTimeout(() => void this.stop(), MAX_IDLE_MS).unref();
  }

  /** Handles the end of the thread, such as out of memory. The next transfer starts another one. */
  private failAll(error: Error): void {
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

function threadEnded(): TransferError {
  return new TransferError('the thread of transfers has ended');
}
