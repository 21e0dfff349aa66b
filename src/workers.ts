import cluster, { type Worker } from 'node:cluster';

/**
 * Runs `count` processes under one listener (`WORKERS`). The first starts alone, because it sets up a new database. A process
 * that dies is replaced. The first process stops last, because it may own the embedded PostgreSQL.
 */
export function superviseWorkers(count: number): void {
  let stopping = false;
  const first = cluster.fork();
  first.once('listening', () => {
    for (let started = 1; started < count; started++) cluster.fork();
  });
  cluster.on('exit', (worker, code) => {
    if (stopping) stopNext(first);
    // If the first worker never listened, the start can't succeed.
    else if (worker === first && workers().length === 0) process.exit(code || 1);
    else cluster.fork();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      const others = workers().filter((worker) => worker !== first);
      for (const worker of others) worker.process.kill('SIGTERM');
      if (others.length === 0) stopNext(first);
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
