import { connect } from 'node:net';
import type { HostileAnswer } from './answer-check.js';

/** Who has sent half a request is given this long to hear of it, and is then done sending. */
const QUIET_MS = 150;
/** Longer than anything the service does: a connection that is open by then is left hanging. */
const HANGS_MS = 60_000;

/** Sends bytes on a connection of their own. @returns all that came back; undefined when it never closed. */
export function exchange(port: number, bytes: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let quiet = setTimeout(() => socket.end(), QUIET_MS);
    const hangs = setTimeout(() => finish(undefined), HANGS_MS);
    const finish = (outcome: Buffer | undefined) => {
      clearTimeout(quiet);
      clearTimeout(hangs);
      socket.destroy();
      resolve(outcome);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), QUIET_MS);
    });
    // A reset is an end, too; what came before it counts.
    socket.on('error', () => finish(Buffer.concat(chunks)));
    socket.on('close', () => finish(Buffer.concat(chunks)));
  });
}

export interface RawAnswers {
  readonly answers: readonly HostileAnswer[];
  /** Bytes that are no answer. */
  readonly rest: string;
}

/** The answers of a connection one after the other. @param methods of the requests, so far as they can be told. */
export function answersIn(bytes: Buffer, methods: readonly string[]): RawAnswers {
  const answers: HostileAnswer[] = [];
  let rest = bytes.toString('latin1');
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!head) return { answers, rest };
    rest = rest.slice(head[0].length);
    const status = Number(head[1]);
    if (status === 100) continue;
    const headers = Object.fromEntries(
      head[2]!
        .split('\r\n')
        .map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const bodiless = (methods[answers.length] ?? 'HEAD') === 'HEAD' && !/^[{<]/.test(rest);
    const length = bodiless ? 0 : Number(headers['content-length'] ?? 0);
    answers.push({ status, headers, body: Buffer.from(rest.slice(0, length), 'latin1') });
    rest = rest.slice(length);
  }
}
