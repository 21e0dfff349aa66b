import { connect } from 'node:net';

interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request byte for byte, for requests that no HTTP client would send, and closes the connection.
 * @param lines the request line and the headers; Content-Length is added unless they have a length
 */
export function rawRequest(
  url: string,
  lines: readonly string[],
  body: string | Buffer = '',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      const framed = lines.some((line) => /^(content-length|transfer-encoding):/i.test(line));
      const length = body.length > 0 && !framed ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
      const head = [lines[0], 'Host: localhost', 'Connection: close', ...lines.slice(1), ...length, '', ''];
      socket.write(Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), Buffer.from(body)]));
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(parsed(Buffer.concat(chunks).toString())));
    // The service may close before it has read everything; what it said before that counts.
    socket.on('error', (error) => (chunks.length > 0 ? socket.destroy() : reject(error)));
  });
}

function parsed(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(':')[0]!.toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}
