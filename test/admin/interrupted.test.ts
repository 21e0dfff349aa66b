import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createEmptyDatabase } from '../support/database.js';
import { makeImage, startImageApp, type ImageApp } from '../support/images.js';
import { makeAccount } from '../support/makers.js';
import { PROGRAMS, runProgram } from '../support/processes.js';
import { lockIsAwaited } from '../support/sql.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

describe('an interrupted command', () => {
  let folder: string;
  let app: ImageApp;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = makeTemporaryFolder();
    app = await startImageApp();
    env = { DATABASE_URL: app.databaseUrl, ENCRYPTION_KEY, IMAGE_STORE: `file:${app.storeFolder}` };
    await makeImage(app, (await makeAccount(app)).client);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('leaves nothing of a backup after %s', async (signal) => {
    const holder = new pg.Client(app.databaseUrl);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE users');
    const backup = spawn(process.execPath, [PROGRAMS.admin, 'backup', '--folder', join(folder, 'cut')], {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    });
    const ended = once(backup, 'exit');
    await lockIsAwaited(app);
    const partial = readdirSync(folder);

    backup.kill(signal);

    expect(await ended).toEqual([1, null]);
    await holder.end();
    expect([partial.length, readdirSync(folder)]).toEqual([1, []]);
  });

  it('lets the next restore load the image that a killed one had begun', async () => {
    const database = await createEmptyDatabase();
    const backup = join(folder, 'whole');
    const target = { ...env, DATABASE_URL: database.url, IMAGE_STORE: `file:${join(folder, 'restored')}` };
    expect(await runProgram('admin', ['backup', '--folder', backup], env)).toMatchObject({ code: 0 });
    const [name] = await app.stored();
    mkdirSync(join(folder, 'restored/images'), { recursive: true });
    const begun = join(folder, 'restored/images');
    writeFileSync(join(begun, `${name}.part`), 'half');

    const restored = await runProgram('admin', ['restore', '--folder', backup], target);

    expect([restored.code, restored.stderr]).toEqual([0, '']);
    expect(readdirSync(begun)).toEqual([name]);
    await database.drop();
  });
});
