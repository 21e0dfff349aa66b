// The service as a process of its own, that tells how much memory it holds when it is asked. The nameservers of customers are on
// the port NAMESERVER_PORT.
import { AXFR_BOUNDS } from '../../../.compiled/domain/zones/transfer/axfr.js';
import { REGISTRY_BOUNDS } from '../../../.compiled/domain/claims/registry/registry.js';

const { NAMESERVER_PORT } = process.env;
if (NAMESERVER_PORT) AXFR_BOUNDS.port = REGISTRY_BOUNDS.port = Number(NAMESERVER_PORT);
await import('../../../.compiled/main.js');

process.on('message', () => {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ heap: heapUsed + external, resident: rss });
});
