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
}

afterEach(() => {
  jest.restoreAllMocks();
  cluster.removeAllListeners('exit');
});

it('[D-176] a stop while the first process of WORKERS starts to listen starts no others', () => {
  const made: FakeWorker[] = [];
  jest.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new FakeWorker(made.length + 1);
    made.push(worker);
    cluster.workers![worker.id] = worker as unknown as Worker;
    return worker as unknown as Worker;
  });
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const before = process.listeners('SIGTERM');
  superviseWorkers(2, createLogger('silent'));
  const [stop] = process.listeners('SIGTERM').filter((listener) => !before.includes(listener));
  const [first] = made;

  stop!('SIGTERM');
  first!.emit('listening');
  expect(first!.signals).toEqual(['SIGTERM']);
  delete cluster.workers![1];
  cluster.emit('exit', first as unknown as Worker, 0, '');

  expect(made).toHaveLength(1);
  expect(exit).toHaveBeenCalledWith(0);
});
