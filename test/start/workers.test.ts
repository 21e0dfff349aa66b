import { once } from 'node:events';
import { createTestDatabase } from '../support/database.js';
import { childrenOf } from '../support/processes.js';
import { spawnService } from '../support/service-program.js';

it('a process of WORKERS that is killed is replaced, also the first one, and a stop ends them all', async () => {
  const database = await createTestDatabase();
  const { child, url, output, until } = await spawnService(database.url, { WORKERS: '2' });
  const exit = once(child, 'exit');
  const starts = () => output().split('"service starts"').length - 1;
  await until((text) => text.includes('listens on') && starts() === 2);
  const [first] = childrenOf(child.pid!);
  process.kill(first!, 'SIGKILL');
  await until(() => starts() === 3);
  expect(output()).toContain(
    `"pid":${first},"code":null,"signal":"SIGKILL","restartInMs":0,"msg":"worker died"`,
  );
  while ((await fetch(`${url}/health/live`).catch(() => undefined))?.status !== 200);
  expect(childrenOf(child.pid!)).toHaveLength(2);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await database.drop();
}, 300_000);
