import type { Request } from 'express';
import { contentHeaders } from './content-headers.js';
import type { AnsweredRequest } from './response-headers.js';

/** A 200 as it is sent: its bytes, and the headers that say something of them. */
export class RenderedAnswer {
  constructor(
    readonly payload: Buffer | string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** @param answer what a handler returned; what is rendered already stays as it is */
export function rendered(request: Request & AnsweredRequest, answer: unknown): RenderedAnswer {
  if (answer instanceof RenderedAnswer) return answer;
  const payload = payloadOf(answer);
  return new RenderedAnswer(payload, contentHeaders(request, answer, payload));
}

/** Bytes are JSON already: what is kept rendered is not rendered again. */
export function payloadOf(answer: unknown): Buffer | string {
  return Buffer.isBuffer(answer) ? answer : JSON.stringify(answer);
}
