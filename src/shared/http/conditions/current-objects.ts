import type { Request } from 'express';

/** What a GET shows of the object that a change is about. */
export interface CurrentObject {
  /** As the GET's handler returns it; undefined when there is none. */
  readonly shown: unknown;
}

/** Finds the object whose tag `If-Match` holds (D-231, D-275). */
export abstract class CurrentObjects {
  /**
   * Reads the object in the request's transaction, and locks its row until the transaction ends.
   * @returns undefined when the path is a collection's: then there is nothing to hold
   */
  abstract locked(request: Request): Promise<CurrentObject | undefined>;
}
