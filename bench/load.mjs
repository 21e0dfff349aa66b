import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/**
 * Keep-alive connections that each send the next request when the answer to the last one is complete, until the time is
 * over or `next` has none. Its own few lines over node:net: the generator shares the machine with what it measures.
 * @returns {Promise<{requests: number, seconds: number, statuses: Map<number, number>, p50: number, p99: number}>}
 */
export async function load(port, next, { connections, seconds }) {
  const run = { statuses: new Map(), latencies: [], until: performance.now() + seconds * 1000 };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, () => converse(port, next, run)));
  const took = (performance.now() - began) / 1000;
  const sorted = run.latencies.sort((one, other) => one - other);
  const quantile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return {
    requests: sorted.length,
    seconds: took,
    statuses: run.statuses,
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
}

function converse(port, next, run) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    let received = [];
    let missing = 0;
    const send = () => {
      const request = performance.now() < run.until ? next() : undefined;
      if (!request) {
        socket.end();
        return;
      }
      sent = performance.now();
      socket.write(wire(request));
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      received.push(chunk);
      missing = missing > 0 ? missing - chunk.length : missingIn(Buffer.concat(received));
      if (missing !== 0) return;
      run.latencies.push(performance.now() - sent);
      const status = Number(received[0].latin1Slice(9, 12));
      run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
      received = [];
      send();
    });
  });
}

/** The bytes still to come of an answer; -1 while its head is not complete. */
function missingIn(answer) {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return -1;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.latin1Slice(0, end));
  if (!length) throw new Error('An answer without Content-Length');
  return end + 4 + Number(length[1]) - answer.length;
}

/** A request as it goes over the wire. */
export function wire({ method, path, token, body }) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(text === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text ?? ''}`;
}
