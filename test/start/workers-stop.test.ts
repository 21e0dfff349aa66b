import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { createLogger } from '../../src/shared/log/logger.js';
import { superviseWorkers } from '../../src/workers.js';

/** A process of WORKERS that only remembers its signals. */
class FakeWorker extends EventEmitter {
  readonly signals: string[] = [];
  readonly process = { pid: 1, kill: (signal: string) => this.signals.push(signal) };

  constructor(readonly id: number) {
    super();
  }

  end(): void {
    delete cluster.workers![this.id];
    cluster.emit('exit', this as unknown as Worker, 0, '');
  }
}

/** @returns the processes as they start, what stops them, and how their supervisor ends. */
function supervise(databaseUrl?: string) {
  const made: FakeWorker[] = [];
  jest.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new FakeWorker(made.length + 1);
    made.push(worker);
    cluster.workers![worker.id] = worker as unknown as Worker;
    return worker as unknown as Worker;
  });
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const before = process.listeners('SIGTERM');
  superviseWorkers({ workers: 2, databaseUrl }, createLogger('silent'));
  const [listener] = process.listeners('SIGTERM').filter((one) => !before.includes(one));
  return { made, exit, stop: () => listener!('SIGTERM') };
}

afterEach(() => {
  jest.restoreAllMocks();
  cluster.removeAllListeners('exit');
});

it('[D-176] a stop while the first process of WORKERS starts to listen starts no others', () => {
  const { made, exit, stop } = supervise();
  const [first] = made;
  stop();
  first!.emit('listening');
  expect(first!.signals).toEqual(['SIGTERM']);
  first!.end();
  expect(made).toHaveLength(1);
  expect(exit).toHaveBeenCalledWith(0);
});

it('[D-176] all processes of WORKERS stop at once', () => {
  const { made, exit, stop } = supervise('postgres://database.example.org/cloud');
  made[0]!.emit('listening');
  stop();
  expect(made.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM']]);
  for (const worker of made) worker.end();
  expect(exit).toHaveBeenCalledWith(0);
});

it('the first process of WORKERS, which may own the embedded PostgreSQL, stops after the others', () => {
  const { made, exit, stop } = supervise();
  made[0]!.emit('listening');
  const [first, second] = made;
  stop();
  expect([first!.signals, second!.signals]).toEqual([[], ['SIGTERM']]);
  second!.end();
  expect(first!.signals).toEqual(['SIGTERM']);
  first!.end();
  expect(exit).toHaveBeenCalledWith(0);
});
