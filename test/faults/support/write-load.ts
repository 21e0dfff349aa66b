import { setTimeout } from 'node:timers/promises';
import type { Writer } from './writer.js';

/** Writers that write in parallel until `pause`. */
export class Load {
  private running: Promise<unknown> = Promise.resolve();
  private isPaused = true;

  constructor(private readonly writers: readonly Writer[]) {}

  go(): void {
    this.isPaused = false;
    this.running = Promise.all(this.writers.map((writer) => this.write(writer)));
  }

  /** Resolves when every writer has received its last answer. */
  async pause(): Promise<void> {
    this.isPaused = true;
    await this.running;
  }

  /** Resolves after this many further changes were answered. */
  async until(changes: number): Promise<void> {
    const enough = this.counts().acknowledged + changes;
    while (this.counts().acknowledged < enough) await setTimeout(5);
  }

  counts(): Writer['counts'] {
    const sum = { acknowledged: 0, refused: 0, unknown: 0, happened: 0 };
    for (const { counts } of this.writers) {
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name];
    }
    return sum;
  }

  private async write(writer: Writer): Promise<void> {
    while (!this.isPaused) {
      const before = writer.counts.unknown;
      await writer.turn();
      // Nobody asks without a pause what does not answer.
      if (writer.counts.unknown > before) await setTimeout(50);
    }
  }
}
