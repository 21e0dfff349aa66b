/** In the order in which a claim goes through them. */
export const CLAIM_STATUSES = ['pending', 'verified', 'done', 'expired', 'withdrawn'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** The claims that an account can have open: each is asked for every few minutes. */
export const MAX_OPEN_CLAIMS = 100;
/** How long a claim stays pending, and how long only the claimant may create the name afterwards. */
export const CLAIM_DAYS = 30;

const DAY_MS = 86_400_000;

/** What is known of an open claim. */
export interface ClaimFacts {
  readonly status: ClaimStatus;
  readonly expires: Date;
  /** Whether the parent zone's servers list the claim's nameserver; undefined when none of them answers. */
  readonly isListed: boolean | undefined;
  /** Whether domains of other accounts stand in the way. */
  readonly hasObstacles: boolean;
}

/** Whether the claim is not decided yet. */
export function isOpen(status: ClaimStatus): boolean {
  return status === 'pending' || status === 'verified';
}

/**
 * The status of a claim after its parent zone was asked (D-204). A verified claim of a free name is done at
 * once; another one when its time is over and the nameserver is still listed.
 */
export function statusAfterCheck(
  { status, expires, isListed: listed, hasObstacles: obstructed }: ClaimFacts,
  now: Date,
): ClaimStatus {
  const isOver = expires <= now;
  if (status === 'pending') {
    if (isOver) return 'expired';
    if (listed) return obstructed ? 'verified' : 'done';
  }
  if (status === 'verified') {
    if (listed && (isOver || !obstructed)) return 'done';
    if (isOver && (listed === false || isLongExpired(expires, now))) return 'expired';
  }
  return status;
}

/** Servers that never answer must not keep a claim for ever. */
function isLongExpired(expires: Date, now: Date): boolean {
  return expires.getTime() + CLAIM_DAYS * DAY_MS <= now.getTime();
}
