import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/**
 * Opens connections. Each sends its next request when its last response is complete, until the time
 * is over or `next` has no more. Uses node:net only, because it shares the machine with the
 * measured servers.
 * @param next returns a request, or a promise of one; waiting for that promise does not count
 * @returns {Promise<{requests: number, rate: number, statuses: Map<number, number>, p50: number,
 * p99: number}>} times in milliseconds; the rate counts only the time in which connections wait for
 * responses
 */
export async function load(port, next, { connections, seconds }) {
  const run = { statuses: new Map(), latencies: [], until: performance.now() + seconds * 1000 };
  await Promise.all(Array.from({ length: connections }, () => converse(port, next, run)));
  const sorted = run.latencies.sort((one, other) => one - other);
  const quantile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const waited = sorted.reduce((sum, latency) => sum + latency, 0) / 1000;
  return {
    requests: sorted.length,
    rate: (sorted.length * connections) / waited,
    statuses: run.statuses,
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
}

/** A slower response fails the row instead of blocking it. */
const PATIENCE_MS = 60_000;

async function converse(port, next, run) {
  let socket;
  try {
    while (performance.now() < run.until) {
      const request = await next();
      if (!request) return;
      const bytes = wire(request);
      const sent = performance.now();
      socket ??= await opened(port);
      const { status, closes } = await answerTo(socket, bytes);
      run.latencies.push(performance.now() - sent);
      run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
      if (closes) {
        socket.destroy();
        socket = undefined;
      }
    }
  } finally {
    socket?.destroy();
  }
}

function opened(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('timeout', () => socket.destroy());
    socket.once('error', reject);
  });
}

function answerTo(socket, bytes) {
  return new Promise((resolve, reject) => {
    let head;
    let received = [];
    let missing = -1;
    const ended = () => reject(new Error('The connection was closed before the answer was complete'));
    const take = (chunk) => {
      received.push(chunk);
      if (missing > 0) missing -= chunk.length;
      else {
        if (received.length > 1) received = [Buffer.concat(received)];
        head ??= headOf(received[0]);
        if (head) missing = head.length - received[0].length;
      }
      if (missing !== 0) return;
      socket.off('data', take).off('close', ended).setTimeout(0);
      resolve(head);
    };
    socket.on('data', take).on('close', ended).setTimeout(PATIENCE_MS);
    socket.write(bytes);
  });
}

/**
 * Parses the head of a response; `length` is that of the whole response.
 * @returns undefined while it is incomplete
 */
function headOf(answer) {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = answer.latin1Slice(0, end);
  const status = Number(text.slice(9, 12));
  const length = status === 204 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
  return { status, length: end + 4 + length, closes: /\r\nconnection: close/i.test(text) };
}

/** The text of a request. */
function wire({ method, path, token, headers = {}, body }) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text ?? ''}`;
}
