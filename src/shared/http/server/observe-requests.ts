import type { Server, ServerResponse } from 'node:http';
import type { AnsweredRequest } from '../response/response-headers.js';

/** Hears of every request, from when its head was read until its answer has left or its connection is gone. */
export interface RequestObserver {
  begun?(request: AnsweredRequest): void;
  ended?(request: AnsweredRequest, response: ServerResponse, milliseconds: number): void;
}

/** Observes the server itself, so that requests which Express or Nest refuse are seen too. */
export function observeRequests(server: Server, observers: readonly RequestObserver[]): void {
  if (observers.length === 0) return;
  const observe = (request: AnsweredRequest, response: ServerResponse) => {
    const began = performance.now();
    for (const observer of observers) observer.begun?.(request);
    response.once('close', () => {
      const milliseconds = performance.now() - began;
      for (const observer of observers) observer.ended?.(request, response, milliseconds);
    });
  };
  server.prependListener('request', observe);
  server.prependListener('checkContinue', observe);
}
