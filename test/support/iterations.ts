import { jest } from '@jest/globals';

/** The time limit of a run by hand. */
export const A_DAY_MS = 24 * 3_600_000;

/** The number of repetitions: few in CI, or as many as the environment variable says, without a time limit. */
export function iterations(variable: string, byDefault: number): number {
  const byHand = process.env[variable];
  if (byHand !== undefined) jest.setTimeout(A_DAY_MS);
  return Number(byHand ?? byDefault);
}
