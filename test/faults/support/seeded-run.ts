import { randomInt } from 'node:crypto';

/** The seed of everything random in this run. `FAULT_SEED` repeats a run. */
export const SEED = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));

/** Prints a line about the run even though jest keeps the console silent. */
export function report(text: string): void {
  process.stderr.write(`faults: ${text}\n`);
}
