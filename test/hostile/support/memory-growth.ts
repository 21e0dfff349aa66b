import { setTimeout as delay } from 'node:timers/promises';
import type { Memory, ServiceProcess } from './service-process.js';

/** Looks in each third of the work. */
const LOOKS = 2;
/** Less than this between two looks: work that nobody waits for has ended. */
const REST_BYTES = 512 * 1024;
const REST_MS = 100;
const MIB = 1024 ** 2;

/**
 * How much more memory the service has in the last third of the work than in the middle third, in MiB: the first third fills caches
 * and pools. The least of the looks counts, because a collection can come late but can't take what is held.
 * @param work does so many rounds
 */
export async function growthOf(
  service: ServiceProcess,
  rounds: number,
  work: (rounds: number) => Promise<void>,
): Promise<Memory> {
  await work(Math.ceil(rounds / 3));
  const [middle, last] = [await third(), await third()];
  return {
    heap: Math.round((last.heap - middle.heap) / MIB),
    resident: Math.round((last.resident - middle.resident) / MIB),
  };

  async function third(): Promise<Memory> {
    const looks: Memory[] = [];
    for (let look = 0; look < LOOKS; look++) {
      await work(Math.ceil(rounds / 3 / LOOKS));
      looks.push(await atRest(service));
    }
    return {
      heap: Math.min(...looks.map(({ heap }) => heap)),
      resident: Math.min(...looks.map(({ resident }) => resident)),
    };
  }
}

async function atRest(service: ServiceProcess): Promise<Memory> {
  for (let last = await service.memory(); ;) {
    await delay(REST_MS);
    const now = await service.memory();
    if (Math.abs(now.heap - last.heap) < REST_BYTES) return now;
    last = now;
  }
}
