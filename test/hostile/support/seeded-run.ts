import { randomInt } from 'node:crypto';

/** Whether this is a run by hand, for as long as it takes. */
export const IS_LONG = process.env.HOSTILE_LONG !== undefined;

/** The seed of everything random in this run. `HOSTILE_SEED` repeats a run. */
export const SEED = Number(process.env.HOSTILE_SEED ?? randomInt(2 ** 31));

/** Prints a line about the run even though jest keeps the console silent. */
export function report(text: string): void {
  process.stderr.write(`hostile: ${text}\n`);
}
