import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnsweredRequest } from '../response/response-headers.js';

/** Hears of every request, from when its head was read until its answer has left or its connection is gone. */
export interface RequestObserver {
  begun?(): void;
  ended(request: AnsweredRequest, response: ServerResponse, milliseconds: number): void;
}

/** Beside the application, on the server itself: neither a layer of Express nor of Nest, so what they refuse is seen. */
export function observeRequests(server: Server, observers: readonly RequestObserver[]): void {
  if (observers.length === 0) return;
  const observe = (request: AnsweredRequest, response: ServerResponse) => {
    const began = performance.now();
    for (const observer of observers) observer.begun?.();
    const end = () => {
      const milliseconds = performance.now() - began;
      for (const observer of observers) observer.ended(request, response, milliseconds);
    };
    if (response.socket) response.on('close', end);
    else endQueued(request.socket, response, end);
  };
  server.prependListener('request', observe);
  server.prependListener('checkContinue', observe);
}

const QUEUED = new WeakMap<Socket, Set<() => void>>();

/** Of a request that was sent behind another: when their connection breaks, Node tells of the first answer alone. */
function endQueued(socket: Socket, response: ServerResponse, end: () => void): void {
  const queued = QUEUED.get(socket) ?? new Set();
  if (!QUEUED.has(socket)) {
    QUEUED.set(socket, queued);
    socket.once('close', () => queued.forEach((endOne) => endOne()));
  }
  const once = () => {
    if (queued.delete(once)) end();
  };
  queued.add(once);
  response.on('close', once);
}
