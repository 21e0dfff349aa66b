import type { Duplex } from 'node:stream';

const callbacks: (() => void)[] = [];
const corked = new Set<Duplex>();

/**
 * Calls back at the end of this iteration of the event loop. Messages that the callback writes are
 * still sent with those of the iteration.
 */
export function whenTurnEnds(callback: () => void): void {
  expectEnd();
  callbacks.push(callback);
}

/**
 * Corks the stream until the end of this iteration of the event loop, so that the messages of all
 * requests are sent in one system call. Writes to sockets were 38 % of the service's CPU for the
 * change of a record (`bench/notes.json`).
 */
export function corkForTurn(stream: Duplex): void {
  if (corked.has(stream)) return;
  expectEnd();
  corked.add(stream);
  stream.cork();
}

function expectEnd(): void {
  if (corked.size === 0 && callbacks.length === 0) setImmediate(endTurn);
}

function endTurn(): void {
  for (const callback of callbacks) callback();
  callbacks.length = 0;
  for (const stream of corked) stream.uncork();
  corked.clear();
}
