import type { Request } from 'express';

/** Without a byte for so long, a request's body is given up and its connection closed. */
const BODY_IDLE_MS = 60_000;
/** As long as a body of text may take in all: the largest, 1 MiB, at 3.5 KB/s. */
const TEXT_MS = 300_000;

/** Lets the body come: a client that asked first (`Expect: 100-continue`) sends it only now. */
export function expectBody(request: Request): void {
  if (request.headers.expect !== undefined) request.res!.writeContinue();
  request.setTimeout(BODY_IDLE_MS);
  request.once('end', () => request.setTimeout(0));
}

/** As `expectBody`, for a body of bounded size: its connection is closed when it drips in for too long. */
export function expectText(request: Request, withinMs = TEXT_MS): void {
  expectBody(request);
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), withinMs).unref();
  request.once('close', () => clearTimeout(timer));
}
