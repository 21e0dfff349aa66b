import { randomInt } from 'node:crypto';

/** Whether this is a run by hand, for as long as it takes. */
export const IS_LONG = process.env.HOSTILE_LONG !== undefined;

/** The seed of all that is random in this run: `HOSTILE_SEED` makes a run again. */
export const SEED = Number(process.env.HOSTILE_SEED ?? randomInt(2 ** 31));

/** Says something of a run whatever becomes of it: jest keeps the console silent. */
export function report(text: string): void {
  process.stderr.write(`hostile: ${text}\n`);
}
