import { setTimeout as delay } from 'node:timers/promises';

/** Waits until another program has done something; fails after `seconds`. */
export async function until(holds: () => Promise<boolean>, seconds = 30): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await holds()) return;
    await delay(100);
  }
  throw new Error(`it did not come to pass within ${seconds} seconds`);
}
