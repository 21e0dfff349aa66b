import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';
import { A_USER } from '../embedded/services.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';

const FILES = ['start.mjs', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];

describe('a checkout that this user may not write', () => {
  let checkout: string;
  beforeAll(() => {
    checkout = makeTemporaryFolder();
    for (const file of FILES) cpSync(join(packageRoot, file), join(checkout, file));
    cpSync(join(packageRoot, 'src/shared'), join(checkout, 'src'), { recursive: true });
  });
  afterAll(() => removeTemporaryFolder(checkout));

  it.each([
    ['it was never built', []],
    ['its owner has built it', ['.build/users', '.build']],
  ])('ends the start with a sentence when %s', async (_state, builds) => {
    const folders = [...builds, '.'].map((folder) => join(checkout, folder));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    for (const folder of folders) chmodSync(folder, 0o555);
    const child = spawn(process.execPath, [join(checkout, 'start.mjs')], {
      ...A_USER,
      cwd: '/',
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    for (const folder of folders) chmodSync(folder, 0o755);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The service can't start: it can't build itself in \S+\.build \(EACCES: .*\): start it as the user who owns .*\n$/,
      ),
    ]);
  });
});
