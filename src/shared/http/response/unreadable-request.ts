import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fault } from '../../errors/errors.js';
import { errorBody, namesProblem, problemBody } from './error-body.js';
import { JSON_TYPE, PROBLEM_TYPE } from './media-types.js';
import { FIXED_HEADERS, varyByForm } from './response-headers.js';

/** The error of Node's parser for a request that it refuses. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

const REFUSALS = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout'],
  other: [400, 'malformed_request'],
} as const;

/**
 * Answers requests that Node's parser refuses, in the forms of the API, and closes the connection.
 */
export function answerUnreadable(publicUrl: string) {
  return (error: ParserError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isOwedAnother(socket)) {
      socket.destroy();
      return;
    }
    const [status, code] = REFUSALS[error.code as keyof typeof REFUSALS] ?? REFUSALS.other;
    const faults = [fault('', code)];
    const isProblem = namesProblem(error.rawPacket?.toString('latin1'));
    const body = JSON.stringify(
      isProblem
        ? problemBody(faults, { status, fieldsIn: 'query', publicUrl, instance: undefined })
        : errorBody(faults),
    );
    const headers = [...FIXED_HEADERS];
    varyByForm(headers);
    headers.push('Content-Type', isProblem ? PROBLEM_TYPE : JSON_TYPE);
    headers.push('Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines(headers)}\r\n${body}`);
  };
}

function headerLines(headers: readonly string[]): string {
  return headers.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('');
}

/**
 * Whether the socket is sending another response, or owes one to an earlier complete request. The
 * client would take this response for that one.
 */
function isOwedAnother(socket: Duplex): boolean {
  const { _httpMessage: due } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return due ? due.headersSent || due.req.complete : false;
}
