import type { ServerResponse } from 'node:http';
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
  private readonly underWay = new Set<ServerResponse>();

  start(): void {
    this.draining = true;
    for (const response of this.underWay) if (!response.headersSent) endConnection(response);
  }

  begun(_request: AnsweredRequest, response: ServerResponse): void {
    if (this.draining) {
      this.begunSince++;
      endConnection(response);
    } else this.underWay.add(response);
  }

  ended(_request: AnsweredRequest, response: ServerResponse): void {
    this.underWay.delete(response);
  }
}

function endConnection(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}
