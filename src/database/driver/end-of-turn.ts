import type { Duplex } from 'node:stream';

const callbacks: (() => void)[] = [];
const corked = new Set<Duplex>();

/** Calls back when the events of this turn of the event loop are handled; what is written then still leaves with it. */
export function whenTurnEnds(callback: () => void): void {
  expectEnd();
  callbacks.push(callback);
}

/**
 * Holds back what is written until the turn's events are handled: many small messages, of however many requests, leave
 * in one system call, which is what a small statement costs most.
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
