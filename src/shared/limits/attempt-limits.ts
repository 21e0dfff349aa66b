/** Allows a number of attempts per window of time. */
interface AttemptLimit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

const MINUTE_SECONDS = 60;
const QUARTER_SECONDS = 15 * MINUTE_SECONDS;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * The limits that can't be turned off (D-23). A limit's name gives the counted attempt and, after
 * `by`, the subject.
 */
export const ATTEMPT_LIMITS = {
  'failed login by username and address': { attempts: 10, windowSeconds: QUARTER_SECONDS },
  'failed login by username': { attempts: 50, windowSeconds: QUARTER_SECONDS },
  'failed login by address': { attempts: 100, windowSeconds: QUARTER_SECONDS },
  'failed login by known browser': { attempts: 10, windowSeconds: QUARTER_SECONDS },
  'wrong password at change by user': { attempts: 10, windowSeconds: QUARTER_SECONDS },
  'wrong code at login by user': { attempts: 10, windowSeconds: QUARTER_SECONDS },
  'wrong code at confirm by user': { attempts: 10, windowSeconds: QUARTER_SECONDS },
  'phone send by user': { attempts: 10, windowSeconds: HOUR_SECONDS },
  'phone send by number': { attempts: 20, windowSeconds: HOUR_SECONDS },
  'claim check by account': { attempts: 60, windowSeconds: QUARTER_SECONDS },
  'wrong client secret by client and address': { attempts: 20, windowSeconds: QUARTER_SECONDS },
} as const satisfies Record<string, AttemptLimit>;

export type AttemptKind = keyof typeof ATTEMPT_LIMITS;

/** One attempt, which the limit of its kind counts. */
export interface Attempt {
  readonly kind: AttemptKind;
  /** The subject of the count, one element per part. The database stores only its digest. */
  readonly subject: readonly (string | number)[];
}
