import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { serveMetrics } from '../../src/shared/metrics/metrics-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { childrenOf, PROGRAMS } from '../support/processes.js';
import { samplesOf, valueOf } from './scrape.js';

const PROGRAM = PROGRAMS.service;

describe('METRICS_PORT', () => {
  let database: TestDatabase;
  const running: ChildProcess[] = [];
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await database.drop();
  });

  async function started(env: Record<string, string>): Promise<ChildProcess> {
    const settings = {
      ...process.env,
      DATABASE_URL: database.url,
      IMAGE_STORE: `file:${join(tmpdir(), `images-of-${new URL(database.url).pathname.slice(1)}`)}`,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_POOL: '4',
      LOG_LEVEL: 'warn',
      ...env,
    };
    const child = spawn(process.execPath, [PROGRAM], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    while (!output.includes('listens on')) {
      if (child.exitCode !== null) throw new Error(output);
      await new Promise((next) => setTimeout(next, 50));
    }
    return child;
  }

  const scrapeAt = async (port: string) => {
    await new Promise((next) => setTimeout(next, 50));
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    return { status: answer.status, samples: samplesOf(answer.ok ? await answer.text() : '') };
  };

  it('serves the sum of all workers, and each one’s memory, on a listener of its own, and nothing on the customers’', async () => {
    const [port, metricsPort] = [String(await freePort()), String(await freePort())];
    const child = await started({ PORT: port, METRICS_PORT: metricsPort, WORKERS: '2' });
    const api = `http://127.0.0.1:${port}`;
    const elsewhere = await fetch(`${api}/metrics`);
    expect(elsewhere.status).toBe(404);
    for (let i = 0; i < 20; i++) await fetch(`${api}/v4/regions`, { headers: { Connection: 'close' } });
    const labels = { endpoint: 'region.list', method: 'GET', status: '200' };
    let { samples } = await scrapeAt(metricsPort);
    while (valueOf(samples, 'http_requests_total', labels) < 20) ({ samples } = await scrapeAt(metricsPort));
    expect(valueOf(samples, 'http_requests_total', labels)).toBe(20);
    expect(valueOf(samples, 'http_request_duration_seconds_count', { endpoint: 'region.list' })).toBe(20);
    while (valueOf(samples, 'database_connections_max') < 8) ({ samples } = await scrapeAt(metricsPort));
    expect(valueOf(samples, 'database_connections_max')).toBe(8);
    const processes = childrenOf(child.pid!).map(String).sort();
    expect(processes).toHaveLength(2);
    for (const metric of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
      const found = samples.filter(({ name }) => name === metric);
      expect(found.map(({ labels }) => labels.pid).sort()).toEqual(processes);
    }
    expect(samples.filter(({ name }) => name === 'cloud_account_build_info')).toHaveLength(1);
    expect(valueOf(samples, 'cloud_account_supervisor_memory_bytes')).toBeGreaterThan(1e7);
    for (const path of ['/', '/metrics/x']) {
      expect((await fetch(`http://127.0.0.1:${metricsPort}${path}`)).status).toBe(404);
    }
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 120_000);

  it('that is taken stops the start', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = { metricsPort: Number(portOf(holder)), metricsHost: '127.0.0.1' };
    await expect(serveMetrics(new Registry(), address)).rejects.toThrow('EADDRINUSE');
    holder.close();
  });
});

function portOf(server: Server): string {
  return String((server.address() as AddressInfo).port);
}
