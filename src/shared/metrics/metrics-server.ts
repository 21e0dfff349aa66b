import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { AggregatorRegistry, Gauge, Registry } from 'prom-client';

/** The address of the metrics listener, separate from the customers' listener. */
interface MetricsAddress {
  readonly metricsPort: number;
  readonly metricsHost: string;
}

/**
 * Serves `GET /metrics` on its own listener. A worker process has no listener, and sends its
 * metrics to its supervisor. `METRICS_PORT` 0 turns both off.
 */
export async function serveMetrics(registry: Registry, address: MetricsAddress): Promise<void> {
  if (address.metricsPort === 0) return;
  if (!cluster.isWorker) return void (await listen(() => registry.metrics(), address));
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
}

/** Serves the sums over the workers of this process, and its own memory. */
export async function serveWorkersMetrics(address: MetricsAddress): Promise<void> {
  if (address.metricsPort === 0) return;
  const aggregator = new AggregatorRegistry();
  const own = new Registry();
  new Gauge({
    name: 'cloud_account_supervisor_memory_bytes',
    help: 'The resident memory of the process that supervises the workers, beside theirs.',
    registers: [own],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  await listen(async () => `${await aggregator.clusterMetrics()}\n${await own.metrics()}`, address);
}

async function listen(
  metrics: () => Promise<string>,
  { metricsPort, metricsHost }: MetricsAddress,
): Promise<Server> {
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (isAsked) void answer(response, metrics);
    else response.writeHead(404).end();
  });
  server.listen(metricsPort, metricsHost);
  await once(server, 'listening');
  return server.unref();
}

async function answer(response: ServerResponse, metrics: () => Promise<string>): Promise<void> {
  try {
    const text = await metrics();
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  } catch {
    // A worker did not respond: report no figures rather than incomplete ones.
    response.writeHead(503).end();
  }
}
