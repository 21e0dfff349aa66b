// The service as a process of its own, from its sources, that tells how much memory it holds when it is asked.
import { register } from 'node:module';

register('../../support/typescript-hooks.mjs', import.meta.url);
await import('../../../src/main.ts');

process.on('message', () => {
  globalThis.gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send(heapUsed + external + arrayBuffers);
});
