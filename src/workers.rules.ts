const LONG_LIFE_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * How many processes in a row died soon after their start, with the one that died now.
 * @param before the number before this death.
 */
export function quickDeaths(before: number, lifeMs: number): number {
  return lifeMs < LONG_LIFE_MS ? before + 1 : 0;
}

/** How long to wait, in ms, before a process replaces the one that died: a single death costs no time. */
export function restartDelay(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - 2), LONGEST_DELAY_MS);
}
