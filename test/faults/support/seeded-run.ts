import { randomInt } from 'node:crypto';

/** The seed of everything random in this run. `FAULT_SEED` repeats a run. */
export const SEED = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));

/** Prints a line about the run even though jest keeps the console silent. */
export function report(text: string): void {
  process.stderr.write(`faults: ${text}\n`);
}

/** Random numbers that repeat for the same seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** At least 0, less than `below`. */
  int(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.int(items.length)]!;
  }
}
