import { rmSync } from 'node:fs';
import { childrenOf } from '../support/processes.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { install } from './installation.js';
import { killServices, run, runWhenBack, startService, type Service } from './services.js';

const COUNT = 'SELECT count(*)::int AS boxes FROM boxes';

/** What happens to the server's processes: the postmaster's number, and those of its children. */
type Blow = (postmaster: number, children: number[]) => void;

function signal(name: NodeJS.Signals, ...pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // A child may end by itself before its turn comes.
    }
  }
}

const BLOWS: [string, Blow][] = [
  ['one child is killed', (_, [first]) => signal('SIGKILL', first!)],
  ['all children are killed', (_, children) => signal('SIGKILL', ...children)],
  [
    'the postmaster is killed while a child is halted',
    (postmaster, children) => {
      signal('SIGSTOP', children.at(-1)!);
      signal('SIGKILL', postmaster);
    },
  ],
  [
    'the postmaster is killed while all children are halted',
    (postmaster, children) => {
      signal('SIGSTOP', ...children);
      signal('SIGKILL', postmaster);
    },
  ],
  [
    'a child is killed while all others are halted',
    (_, [first, ...others]) => {
      signal('SIGSTOP', ...others);
      signal('SIGKILL', first!);
    },
  ],
  ['the postmaster is halted', (postmaster) => signal('SIGSTOP', postmaster)],
  [
    'all are halted, and half of them killed',
    (postmaster, children) => {
      signal('SIGSTOP', postmaster, ...children);
      signal('SIGKILL', ...children.filter((_, at) => at % 2));
    },
  ],
];

describe('[D-227] the embedded PostgreSQL comes back with all that was committed', () => {
  let installation: string;
  const dataDirs: string[] = [];

  beforeAll(() => {
    installation = makeTemporaryFolder();
    install(installation);
  });
  afterAll(async () => {
    await killServices();
    for (const dataDir of dataDirs) await removeTemporaryFolder(dataDir);
    rmSync(installation, { recursive: true });
  });

  // Side by side, because the service waits 15 s before it gives up a server that is halted.
  it.concurrent.each(BLOWS)('while the service runs: %s', async (_, blow) => {
    const service = await started(newDataDir());
    struck(service, blow);
    // A server that is about to go down may still answer.
    await runWhenBack(service.url, 'CHECKPOINT');
    expect(await runWhenBack(service.url, COUNT)).toEqual([{ boxes: 1000 }]);
    await service.stop();
  });

  it.concurrent.each(BLOWS)('at the next start, when the service was killed too: %s', async (_, blow) => {
    const dataDir = newDataDir();
    const service = await started(dataDir);
    await service.kill();
    struck(service, blow);
    const next = await startService(installation, dataDir);
    expect(await runWhenBack(next.url, COUNT)).toEqual([{ boxes: 1000 }]);
    await next.stop();
  });

  function newDataDir(): string {
    const dataDir = makeTemporaryFolder();
    dataDirs.push(dataDir);
    return dataDir;
  }

  async function started(dataDir: string): Promise<Service> {
    const service = await startService(installation, dataDir);
    await run(service.url, 'CREATE TABLE boxes AS SELECT generate_series(1, 1000)');
    return service;
  }
});

function struck(service: Service, blow: Blow): void {
  const postmaster = service.serverPid();
  blow(postmaster, childrenOf(postmaster));
}
