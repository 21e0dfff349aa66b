import type { Request } from 'express';

/** The body of the GET of an object that is about to change. */
export interface CurrentObject {
  /** The value that the GET's handler returns; undefined when the object does not exist. */
  readonly shown: unknown;
}

/** Finds the object that `If-Match` refers to (D-231, D-275). */
export abstract class CurrentObjects {
  /**
   * Reads the object in the request's transaction, and locks its row until the transaction ends.
   * @returns undefined when the path is that of a collection
   */
  abstract locked(request: Request): Promise<CurrentObject | undefined>;
}
