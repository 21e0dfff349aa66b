import type { Readable } from 'node:stream';
import { whenTurnEnds } from './end-of-turn.js';

/** The most that libuv reads at once. A chunk of this size tells that more has arrived. */
const FULL_CHUNK_BYTES = 64 * 1024;

/**
 * Reads at most two full chunks of a socket in one iteration of the event loop, so that other
 * requests run while a long result arrives. libuv alone reads up to 32 chunks, which takes some 30
 * ms with the parsing of their rows.
 */
export function readInTurns(socket: Readable): void {
  socket.on('data', (chunk: Buffer) => {
    if (chunk.length < FULL_CHUNK_BYTES) return;
    socket.pause();
    whenTurnEnds(() => socket.resume());
  });
}
