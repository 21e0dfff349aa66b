import cluster, { type Worker } from 'node:cluster';

/**
 * Runs so many processes under one listener (`WORKERS`). The first starts alone: it makes what a new database needs. One that
 * dies is replaced; at the end the first, which may own the embedded PostgreSQL, goes last.
 */
export function superviseWorkers(count: number): void {
  let stopping = false;
  const first = cluster.fork();
  first.once('listening', () => {
    for (let started = 1; started < count; started++) cluster.fork();
  });
  cluster.on('exit', (worker, code) => {
    if (stopping) stopNext(first);
    // A first worker that never listened tells of a start that can't succeed.
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
