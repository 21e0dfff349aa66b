import type { Server, ServerResponse } from 'node:http';
import type { AnsweredRequest } from '../response/response-headers.js';

/**
 * Called when a request's head was read, and when its response was sent or its connection closed.
 */
export interface RequestObserver {
  begun?(request: AnsweredRequest, response: ServerResponse): void;
  ended?(request: AnsweredRequest, response: ServerResponse, milliseconds: number): void;
}

/** Observes the server itself, to see requests that Express or Nest refuse. */
export function observeRequests(server: Server, observers: readonly RequestObserver[]): void {
  const observe = (request: AnsweredRequest, response: ServerResponse) => {
    const began = performance.now();
    for (const observer of observers) observer.begun?.(request, response);
    response.once('close', () => {
      const milliseconds = performance.now() - began;
      for (const observer of observers) observer.ended?.(request, response, milliseconds);
    });
  };
  server.prependListener('request', observe);
  server.prependListener('checkContinue', observe);
}
