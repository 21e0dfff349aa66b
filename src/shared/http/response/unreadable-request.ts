import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** An answer that is under way, or due to a request that came whole before this one, must not be taken for this one's. */
function isOwedAnother(socket: Duplex): boolean {
  const { _httpMessage: due } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return due ? due.headersSent || due.req.complete : false;
}
