import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { AnsweredRequest } from '../response/response-headers.js';
import type { RequestObserver } from './observe-requests.js';

/**
 * Whether the process is stopping. It then finishes running requests and accepts no more; each
 * response, including those under way, is the last one of its connection (D-299).
 */
@Injectable()
export class Drain implements RequestObserver {
  draining = false;
  /** The number of requests that have begun since then. */
  begunSince = 0;
  /**
   * By connection, its latest response, if it is under way. An entry per response would make V8
   * copy the map often. Each copy that has become old keeps the later ones, and their responses,
   * until V8 collects the whole heap.
   */
  private readonly underWay = new Map<Socket, ServerResponse | undefined>();

  start(): void {
    this.draining = true;
    for (const response of this.underWay.values()) {
      if (response?.headersSent === false) endConnection(response);
    }
  }

  begun({ socket }: AnsweredRequest, response: ServerResponse): void {
    if (this.draining) {
      this.begunSince++;
      endConnection(response);
      return;
    }
    if (!this.underWay.has(socket)) socket.once('close', () => this.underWay.delete(socket));
    this.underWay.set(socket, response);
  }

  ended({ socket }: AnsweredRequest, response: ServerResponse): void {
    if (this.underWay.get(socket) === response) this.underWay.set(socket, undefined);
  }
}

function endConnection(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}
