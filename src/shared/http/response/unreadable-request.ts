import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { FIXED_HEADERS } from './response-headers.js';

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what Node's parser refused before there was a request: in the error form of the API, and closes. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isOwedAnother(socket)) {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const reason = STATUS_CODES[status]!;
  const body = JSON.stringify({ errors: [{ field: '', reason }] });
  const own = ['Content-Type', 'application/json', 'Content-Length', body.length, 'Connection', 'close'];
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headerLines([...FIXED_HEADERS, ...own])}\r\n${body}`);
}

function headerLines(headers: readonly (string | number)[]): string {
  return headers.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('');
}

/** An answer that is under way, or due to a request that came whole before this one, must not be taken for this one's. */
function isOwedAnother(socket: Duplex): boolean {
  const { _httpMessage: due } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return due ? due.headersSent || due.req.complete : false;
}
