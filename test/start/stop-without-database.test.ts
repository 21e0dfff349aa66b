import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cuttable } from '../support/cuttable-database.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { PROGRAMS } from '../support/processes.js';
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

it(
  'the signer stops although its connections to the database do not close',
  async () => {
    const hung = await cuttable(database.url);
    const signer = spawn(process.execPath, [PROGRAMS.signer], {
      env: { PATH: process.env.PATH, DATABASE_URL: hung.url, LISTEN: `127.0.0.1:${await freePort()}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = once(signer, 'exit');
    for await (const line of signer.stdout.iterator({ destroyOnReturn: false })) {
      if (String(line).includes('signer listens')) break;
    }
    hung.freeze();
    signer.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    await hung.cut();
  },
  STOP_MILLISECONDS,
);
