import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** An answer that is not sent yet. */
export interface HeldAnswer {
  readonly status: number;
  /** As `HttpAdapter.reply` takes it. */
  readonly body: unknown;
  readonly headers: OutgoingHttpHeaders;
}

interface HoldingResponse extends ServerResponse {
  hold?: ((answer: HeldAnswer) => void) | undefined;
}

/** Keeps the answer back that `work` gives, which a promise tells of. @returns undefined when it gave none */
export async function heldAnswer(
  response: HoldingResponse,
  work: () => unknown,
): Promise<HeldAnswer | undefined> {
  let held: HeldAnswer | undefined;
  response.hold = (answer) => (held = answer);
  try {
    await work();
    return held;
  } finally {
    response.hold = undefined;
  }
}

/** As `heldAnswer`, where nothing tells of the end but the answer itself, or a call of `next`. */
export function nextAnswer(
  response: HoldingResponse,
  work: (next: () => void) => void,
): Promise<HeldAnswer | undefined> {
  return new Promise((resolve) => {
    const end = (answer?: HeldAnswer) => {
      response.hold = undefined;
      resolve(answer);
    };
    response.hold = end;
    work(() => end());
  });
}

/** Whether the answer is kept back. What was set on the response belongs to it, and leaves the response. */
export function isHeld(
  response: HoldingResponse,
  status: number,
  body: unknown,
  contentHeaders: OutgoingHttpHeaders,
): boolean {
  if (!response.hold) return false;
  const headers = { ...response.getHeaders(), ...contentHeaders };
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.hold({ status, body, headers });
  return true;
}
