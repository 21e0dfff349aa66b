import cluster, { type Worker } from 'node:cluster';
import type { Settings } from './shared/config/settings.js';
import type { Logger } from './shared/log/logger.js';
import { STOP_SIGNALS } from './shared/stop-signals.js';
import { quickDeaths, restartDelay } from './workers.rules.js';

/**
 * Runs `WORKERS` processes under one listener. The first starts alone, because it sets up a new
 * database. Replaces processes that die, with a delay that grows with repeated deaths. All stop at
 * once (D-176). Only the first, when it may own the embedded PostgreSQL, stops after the others.
 */
export function superviseWorkers(settings: Pick<Settings, 'workers' | 'databaseUrl'>, logger: Logger): void {
  let stopping = false;
  let hasListened = false;
  let deaths = 0;
  const started = new Map<number, number>();
  const fork = () => {
    const worker = cluster.fork();
    started.set(worker.id, Date.now());
    return worker;
  };
  let first = fork();
  first.once('listening', () => {
    hasListened = true;
    // A signal may arrive while it starts to listen: nothing would end processes that start now.
    if (stopping) return;
    for (let running = 1; running < settings.workers; running++) fork();
  });
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return stopNext(first);
    // If the first worker never listened, the start can't succeed.
    if (!hasListened) process.exit(code || 1);
    deaths = quickDeaths(deaths, Date.now() - (started.get(worker.id) ?? 0));
    started.delete(worker.id);
    const delay = restartDelay(deaths);
    logger.error({ pid: worker.process.pid, code, signal, restartInMs: delay }, 'worker died');
    setTimeout(() => {
      if (stopping) return;
      const replacement = fork();
      if (worker === first) first = replacement;
    }, delay);
  });
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stopping = true;
      const stopped = workers().filter((worker) => settings.databaseUrl !== undefined || worker !== first);
      for (const worker of stopped) worker.process.kill('SIGTERM');
      if (stopped.length === 0) stopNext(first);
    });
  }
}

/** Whether this process is the only one, or the first under its supervisor. */
export function isFirstWorker(): boolean {
  return cluster.isPrimary || cluster.worker?.id === 1;
}

function stopNext(first: Worker): void {
  const living = workers();
  if (living.length === 0) process.exit(0);
  if (living.length === 1 && living[0] === first) first.process.kill('SIGTERM');
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
}
