import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../src/shared/package-root.js';

const FILES = [
  'package.json',
  'package-lock.json',
  'start.mjs',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Says its version and address, and ends with a code of its own. */
const PROGRAM = `
  process.on('SIGTERM', () => process.exit(7));
  setInterval(() => undefined, 1000);
  console.log(import.meta.url);`;

describe('npm start', () => {
  let checkout: string;
  const running: ChildProcess[] = [];

  beforeAll(() => {
    checkout = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
    for (const file of FILES) cpSync(join(packageRoot, file), join(checkout, file));
    symlinkSync(realpathSync(join(packageRoot, 'node_modules')), join(checkout, 'node_modules'));
    mkdirSync(join(checkout, 'src'));
    writeFileSync(join(checkout, 'src/main.ts'), PROGRAM);
  });
  afterAll(() => {
    for (const child of running) killGroup(child);
    rmSync(checkout, { recursive: true });
  });

  it('[D-181] leaves the build of a running process alone, and removes it when it is not used', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(second.build).toBe(first.build);

    writeFileSync(join(checkout, 'src/main.ts'), `${PROGRAM} // changed`);
    const third = await start();
    expect(builds()).toEqual([first.build, third.build].sort());

    expect(await stop(first)).toBe(7);
    expect(await stop(second)).toBe(7);
    const fourth = await start();
    expect(fourth.build).toBe(third.build);
    expect(builds()).toEqual([third.build]);
    expect([await stop(third), await stop(fourth)]).toEqual([7, 7]);
  }, 300_000);

  it('fails when the sources are no TypeScript', async () => {
    writeFileSync(join(checkout, 'src/main.ts'), 'const one: string = ;');
    const child = spawnStart();
    child.stdout!.resume();
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(builds()).toHaveLength(1);
  });

  interface Started {
    build: string;
    child: ChildProcess;
  }

  async function start(): Promise<Started> {
    const child = spawnStart();
    for await (const line of createInterface(child.stdout!)) {
      if (line.startsWith('file:')) return { child, build: line.split('/').at(-2)! };
    }
    throw new Error('It ended without a word');
  }

  /** From another folder, as a service manager may. */
  function spawnStart(): ChildProcess {
    const child = spawn('npm', ['--prefix', checkout, 'start'], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    running.push(child);
    return child;
  }

  async function stop({ child }: Started): Promise<number> {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    return Number((await exit)[0]);
  }

  function builds(): string[] {
    return readdirSync(join(checkout, '.build')).filter((name) => name !== 'users' && !name.includes('.'));
  }
});

/** npm and what it started. */
function killGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
