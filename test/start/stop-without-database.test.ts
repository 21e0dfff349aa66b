import { once } from 'node:events';
import { cuttable } from '../support/cuttable-database.js';
import { createTestDatabase } from '../support/database.js';
import { spawnService } from '../support/service-program.js';

const database = await createTestDatabase();
const way = await cuttable(database.url);
const { child, until } = await spawnService(way.url);

afterAll(async () => {
  await way.cut();
  await database.drop();
});

/** Between the time that a process may take and the one after which TCP gives a connection up. */
const STOP_MILLISECONDS = 60_000;

it(
  '[D-176] a process stops although its connections to the database do not close',
  async () => {
    await until((output) => output.includes('listens on'));
    way.freeze();
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([1, null]);
    await until((output) => output.includes('could not stop cleanly'));
  },
  STOP_MILLISECONDS,
);
