/** The longest delay of a timer in Node; longer ones fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds until the service ends an upload: the rest of its window (D-130). */
export function cutAfterMs(until: Date, nowMilliseconds: number): number {
  return Math.min(until.getTime() - nowMilliseconds, MAX_TIMER_MS);
}

/**
 * Whether another upload to this address is running (D-128).
 * @param leaseUntil the end of its lease; null if there is none.
 */
export function isInProgress(leaseUntil: Date | null, now: Date): boolean {
  return leaseUntil !== null && leaseUntil > now;
}
