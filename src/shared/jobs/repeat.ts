import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log/logger.js';

/** A job: idempotent, and safe while other replicas do the same. What it gives is logged, if it is anything. */
export type Job = () => Promise<unknown>;

/**
 * Runs a job now and again and again, never twice at once here. A failure is logged, and the next turn comes.
 * @returns stops it; a turn that runs goes on.
 */
export function repeat(name: string, everySeconds: number, job: Job, logger: Logger): () => void {
  const stopped = new AbortController();
  const wait = { signal: stopped.signal, ref: false };
  const turns = async () => {
    while (!stopped.signal.aborted) {
      await turn(name, job, logger);
      await delay(everySeconds * 1000, undefined, wait).catch(() => undefined);
    }
  };
  void turns();
  return () => stopped.abort();
}

async function turn(name: string, job: Job, logger: Logger): Promise<void> {
  try {
    const result = await job();
    if (Array.isArray(result) && result.length > 0) logger.info({ job: name, done: result }, 'job done');
  } catch (error) {
    logger.error({ job: name, err: error }, 'job failed');
  }
}
