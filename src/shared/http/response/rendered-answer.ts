import type { Request } from 'express';
import { contentHeaders } from './content-headers.js';
import type { AnsweredRequest } from './response-headers.js';

/** A serialized 200, with the headers that describe its content. */
export class RenderedAnswer {
  constructor(
    readonly payload: Buffer | string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** @param answer the handler's result; a `RenderedAnswer` stays unchanged */
export function rendered(request: Request & AnsweredRequest, answer: unknown): RenderedAnswer {
  if (answer instanceof RenderedAnswer) return answer;
  const payload = payloadOf(answer);
  return new RenderedAnswer(payload, contentHeaders(request, answer, payload));
}

/** Serializes the result. A Buffer already is JSON. */
export function payloadOf(answer: unknown): Buffer | string {
  return Buffer.isBuffer(answer) ? answer : JSON.stringify(answer);
}
