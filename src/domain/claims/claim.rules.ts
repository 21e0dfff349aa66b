import { DAY_MS } from '../../shared/time/date-time.js';

/** In the order of a claim's life. */
export const CLAIM_STATUSES = ['pending', 'verified', 'done', 'expired', 'withdrawn'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** The maximum of open claims of an account: the service checks a pending one every 5 minutes. */
export const MAX_OPEN_CLAIMS = 100;
/**
 * How long a claim is pending, and how long only the claimant may create the name after its proof.
 */
export const CLAIM_DAYS = 30;

/** The facts that decide on an open claim. */
export interface ClaimFacts {
  readonly status: ClaimStatus;
  readonly expires: Date;
  /** Whether the parent zone's servers list the claim's nameserver; undefined when none answers. */
  readonly isListed: boolean | undefined;
  /** Whether domains of other accounts are in the way. */
  readonly hasObstacles: boolean;
}

/** Whether the claim waits for its proof or for the deletion of obstacles. */
export function isOpen(status: ClaimStatus): boolean {
  return status === 'pending' || status === 'verified';
}

/**
 * Returns the status of a claim after a check of its parent zone (D-204). A proven claim without
 * obstacles is done at once. One with obstacles is done when its time is over and the servers still
 * list the nameserver.
 */
export function statusAfterCheck(
  { status, expires, isListed, hasObstacles }: ClaimFacts,
  now: Date,
): ClaimStatus {
  const isOver = expires <= now;
  if (status === 'pending') {
    if (isOver) return 'expired';
    if (isListed) return hasObstacles ? 'verified' : 'done';
  }
  if (status === 'verified') {
    if (isListed && (isOver || !hasObstacles)) return 'done';
    if (isOver && (isListed === false || isLongExpired(expires, now))) return 'expired';
  }
  return status;
}

/** Bounds the time of a claim whose servers never answer. */
function isLongExpired(expires: Date, now: Date): boolean {
  return expires.getTime() + CLAIM_DAYS * DAY_MS <= now.getTime();
}
