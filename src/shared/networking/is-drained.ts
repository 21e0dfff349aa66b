import type { Writable } from 'node:stream';

/**
 * Waits until a stream whose `write` returned false can take more.
 * @returns false when it closed
 */
export function isDrained(stream: Writable): Promise<boolean> {
  if (stream.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const drained = () => end(true);
    const closed = () => end(false);
    const end = (isOpen: boolean) => {
      stream.off('drain', drained);
      stream.off('close', closed);
      resolve(isOpen);
    };
    stream.on('drain', drained);
    stream.on('close', closed);
  });
}
