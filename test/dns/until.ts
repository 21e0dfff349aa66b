import { setTimeout as delay } from 'node:timers/promises';

/** Waits until another program has done something; fails after 30 seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await holds()) return;
    await delay(100);
  }
  throw new Error('it did not come to pass within 30 seconds');
}
