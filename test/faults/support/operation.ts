import type { FaultyService } from './faulty-service.js';

/** The result of a request or a job: 200, or the status of the failure. */
export interface Outcome {
  readonly status: number;
}

/** One operation of the service that takes several statements. */
export interface Operation {
  readonly name: string;
  /**
   * Makes what the operation needs.
   * @param name occurs in the names of what this run of the operation makes, and nowhere else
   * @returns the operation, which may be tried again when it has not happened
   */
  readonly prepare: (service: FaultyService, name: string) => Promise<() => Promise<Outcome>>;
  /** The change tells of a failed attempt: it stays when the answer is a failure. */
  readonly isRecordOfFailure?: (change: string) => boolean;
  /** A job tries again by itself: a failure that it reports may be followed by its success. */
  readonly triesAgain?: true;
}
