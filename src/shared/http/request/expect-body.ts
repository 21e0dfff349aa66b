import type { Request } from 'express';

/** The connection is closed when no byte of a body arrives for this time. */
const BODY_IDLE_MS = 60_000;
/** The maximum time for a text body: 1 MiB at 3.5 KB/s. */
const TEXT_MS = 300_000;

/** Accepts the body. A client that sent `Expect: 100-continue` sends it only now. */
export function expectBody(request: Request): void {
  if (request.headers.expect !== undefined) request.res!.writeContinue();
  request.setTimeout(BODY_IDLE_MS);
  request.once('end', () => request.setTimeout(0));
}

/** As `expectBody`, for a body of bounded size. Closes the connection when it takes too long. */
export function expectText(request: Request, withinMs = TEXT_MS): void {
  expectBody(request);
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), withinMs).unref();
  request.once('close', () => clearTimeout(timer));
}
