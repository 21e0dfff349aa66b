import type { Request } from 'express';

/** Without a byte for so long, a request's body is given up and its connection closed. */
const BODY_IDLE_MS = 60_000;

/** Lets the body come: a client that asked first (`Expect: 100-continue`) sends it only now. */
export function expectBody(request: Request): void {
  if (request.headers.expect !== undefined) request.res!.writeContinue();
  request.setTimeout(BODY_IDLE_MS);
  request.once('end', () => request.setTimeout(0));
}
