const LONG_LIFE_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * The number of consecutive processes that died soon after their start, including this one.
 * @param before the number before this death
 */
export function quickDeaths(before: number, lifeMs: number): number {
  return lifeMs < LONG_LIFE_MS ? before + 1 : 0;
}

/** @returns the delay in ms before a process is replaced; 0 after a single death */
export function restartDelay(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - 2), LONGEST_DELAY_MS);
}
