import { jest } from '@jest/globals';

/** The longest that a run by hand may take. */
export const A_DAY_MS = 24 * 3_600_000;

/** How many of something a run makes: few in CI, as many as the variable says by hand, for as long as that takes. */
export function iterations(variable: string, byDefault: number): number {
  const byHand = process.env[variable];
  if (byHand !== undefined) jest.setTimeout(A_DAY_MS);
  return Number(byHand ?? byDefault);
}
