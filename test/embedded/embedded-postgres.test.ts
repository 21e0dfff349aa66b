import { chownSync, existsSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, isAlive } from '../../src/embedded-postgres/processes.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { closeToOthers, install } from './installation.js';
import {
  A_USER,
  killServices,
  listenWhenFree,
  logged,
  run,
  runWhenBack,
  startService,
  type Service,
} from './services.js';

const COUNT = 'SELECT count(*)::int AS boxes FROM boxes';

describe('the embedded PostgreSQL', () => {
  let installation: string;
  let dataDir: string;

  beforeAll(() => {
    installation = makeTemporaryFolder();
    install(installation);
  });
  afterAll(() => rmSync(installation, { recursive: true }));

  beforeEach(() => (dataDir = makeTemporaryFolder()));
  afterEach(async () => {
    await killServices();
    await removeTemporaryFolder(dataDir);
  });

  const start = (account?: object): Promise<Service> => startService(installation, dataDir, { account });

  it('starts one server for five processes that start at once', async () => {
    const services = await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(new Set(services.map(({ url }) => url)).size).toBe(1);
    expect(await run(services[0]!.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await Promise.all(services.map((service) => service.stop()));
  });

  it('runs for root and for other users, requires a password, and stops with the service', async () => {
    if (A_USER.uid) chownSync(dataDir, A_USER.uid, A_USER.gid);
    const service = await start(A_USER);
    const pid = service.serverPid();
    expect(statSync(`/proc/${pid}`).uid).toBe(A_USER.uid ?? process.getuid!());
    expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
    await expect(run(service.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication',
    );
    await service.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('[D-175] restarts at the same address with all committed data when it is killed', async () => {
    const service = await start();
    await run(service.url, 'CREATE TABLE boxes AS SELECT generate_series(1, 1000)');
    process.kill(service.serverPid(), 'SIGKILL');
    expect(await runWhenBack(service.url, COUNT)).toEqual([{ boxes: 1000 }]);
    await service.stop();
  });

  it('belongs to the next process when its own process is killed, and stops with it', async () => {
    const killed = await start();
    await run(killed.url, 'CREATE TABLE boxes (id integer)');
    const pid = killed.serverPid();
    await killed.kill();

    const next = await start();
    expect(next.serverPid()).toBe(pid);
    expect(await run(next.url, COUNT)).toEqual([{ boxes: 0 }]);
    await next.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('recovers when everything was killed, even if another process has the pid of the dead server', async () => {
    const killed = await start();
    await run(killed.url, 'CREATE TABLE boxes AS SELECT generate_series(1, 1000)');
    const pid = killed.serverPid();
    await killed.kill();
    process.kill(pid, 'SIGKILL');
    const lockFile = join(dataDir, 'postgres/data/postmaster.pid');
    writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(String(pid), String(process.pid)));

    const next = await start();
    expect(await run(next.url, COUNT)).toEqual([{ boxes: 1000 }]);
    await next.stop();
  });

  it('restarts in the process that shares it when the process that started it stops', async () => {
    const first = await start();
    const second = await start();
    await first.stop();
    expect(await runWhenBack(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it('stops with the process that shares it when the process that started it was killed', async () => {
    const killed = await start();
    const last = await start();
    await killed.kill();
    const pid = last.serverPid();
    await last.stop();
    expect(isAlive(pid)).toBe(false);
  });

  describe('[D-176] stops with its process while it cannot restart', () => {
    /** Less than the time for which it tries to. */
    const STOP_MILLISECONDS = 30_000;

    it(
      'because another program has its port',
      async () => {
        const service = await start();
        const lock = join(dataDir, 'postgres.lock');
        writeFileSync(lock, `${identityOf(process.pid)} test`);
        process.kill(service.serverPid(), 'SIGKILL');
        const other = await listenWhenFree(Number(new URL(service.url).port));
        rmSync(lock);
        await logged(dataDir, 'could not bind');
        await service.stop();
        other.close();
      },
      STOP_MILLISECONDS,
    );

    it(
      'because another process keeps the lock',
      async () => {
        const service = await start();
        writeFileSync(join(dataDir, 'postgres.lock'), `${identityOf(process.pid)} test`);
        process.kill(service.serverPid(), 'SIGKILL');
        await service.lost();
        await service.stop();
      },
      STOP_MILLISECONDS,
    );
  });

  it('works behind a closed folder: the data is then in an open place, and a link leads there', async () => {
    closeToOthers(dataDir);
    const service = await start();
    await run(service.url, 'CREATE TABLE boxes (id integer)');
    await service.stop();
    const again = await start();
    expect(await run(again.url, COUNT)).toEqual([{ boxes: 0 }]);
    await again.stop();
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(process.getuid!() === 0);
  });
});
