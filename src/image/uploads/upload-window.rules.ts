/** The longest wait of a timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How long until an upload is cut, in milliseconds: to the end of its window (D-130). */
export function cutAfterMs(until: Date, nowMilliseconds: number): number {
  return Math.min(until.getTime() - nowMilliseconds, MAX_TIMER_MS);
}

/**
 * Whether an upload to the address goes on: one at a time (D-128).
 * @param claimUntil until when its claim holds, as PostgreSQL writes it in UTC; null without one.
 */
export function isInProgress(claimUntil: string | null, now: Date): boolean {
  return claimUntil !== null && new Date(claimUntil) > now;
}
