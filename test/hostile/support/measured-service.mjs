// The service as a process of its own, from its sources, that tells how much memory it holds when it is asked. The
// nameservers of customers are on the port NAMESERVER_PORT.
import { register } from 'node:module';

register('../../support/typescript-hooks.mjs', import.meta.url);
const domains = '../../../src/domain';
const { AXFR_BOUNDS } = await import(`${domains}/zones/transfer/axfr.ts`);
const { TransferThread } = await import(`${domains}/zones/transfer/transfer-thread.ts`);
const { REGISTRY_BOUNDS } = await import(`${domains}/claims/registry/registry.ts`);

const { NAMESERVER_PORT } = process.env;
if (NAMESERVER_PORT) AXFR_BOUNDS.port = REGISTRY_BOUNDS.port = Number(NAMESERVER_PORT);

const { run } = TransferThread.prototype;
const fromSources = new URL('../../support/transfer-worker.mjs', import.meta.url);
TransferThread.prototype.run = function (_script, task) {
  return run.call(this, fromSources, task);
};
await import('../../../src/main.ts');

process.on('message', () => {
  globalThis.gc();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  process.send({ heap: heapUsed + external + arrayBuffers, resident: rss });
});
