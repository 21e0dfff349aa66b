import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../src/admin/run-command.js';
import { UsageError, type AdminCommand } from '../../src/admin/command.js';
import { freePort } from '../support/free-port.js';
import { startImageApp, type ImageApp } from '../support/images.js';
import { runProgram } from '../support/processes.js';
import { spawnService } from '../support/service-program.js';

const admin = (args: string[], env?: Record<string, string>) => runProgram('admin', args, env);

describe('npm run admin', () => {
  const echo: AdminCommand = {
    name: 'say words',
    summary: 'says them',
    help: 'Says what it is told.',
    options: { loud: { type: 'boolean' } },
    run: (values) => Promise.resolve({ said: values.loud ?? false }),
  };

  it.each([[], ['--help'], ['-h'], ['nothing', '--help']])('lists the commands for "%s"', async (...args) => {
    expect(await runCommand([echo], args)).toContain('  say words  says them\n');
  });

  it('explains a command and its options', async () => {
    const help = await runCommand([echo], ['say', 'words', '--help']);
    expect(help).toBe('Usage: npm run admin -- say words [--loud] [--json]\n\nSays what it is told.');
  });

  it('prints the result line by line, and with --json as one line of JSON', async () => {
    expect(await runCommand([echo], ['say', 'words'])).toBe('said: false');
    expect(await runCommand([echo], ['say', 'words', '--loud', '--json'])).toBe('{"said":true}');
  });

  it.each([
    ['say'],
    ['words'],
    ['other'],
    ['say words'],
    ['say', 'words', '--soft'],
    ['say', 'words', 'more'],
  ])('refuses "%s" as wrong usage', async (...args) => {
    await expect(runCommand([echo], args)).rejects.toThrow(UsageError);
  });
});

describe('the process', () => {
  it('ends with 0 after help, with 2 after wrong usage, with 1 and a sentence after a failure', async () => {
    const [help, wrong, failed] = await Promise.all([
      admin(['--help']),
      admin(['image-store', 'destroy']),
      admin(['image-store', 'adopt'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
    ]);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/image-store adopt {2}make this database/);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toBe('There is no command "image-store destroy". See: npm run admin -- --help\n');
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^ENCRYPTION_KEY is required/);
  });
});

describe('[D-220] a store of another database', () => {
  let app: ImageApp;
  beforeAll(async () => (app = await startImageApp()));
  afterAll(() => app.close());

  it('stops the start with a sentence and loses no file, until `image-store adopt` makes this database its owner', async () => {
    const env = {
      DATABASE_URL: app.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      IMAGE_STORE: `file:${app.storeFolder}`,
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    };
    const file = `7-${randomBytes(16).toString('hex')}`;
    await app.writeStored(file, Buffer.from('of another database'));
    await app.ageStored();
    const refused = await runProgram('service', [], env);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `The service can't start: The image store file:${app.storeFolder} holds images that this database doesn't know. ` +
        'If this database must own it from now on, run: npm run admin -- image-store adopt\n',
    );
    expect(await admin(['image-store', 'adopt', '--json'], env)).toEqual({
      code: 0,
      stdout: '{"known":0,"unknown":1}\n',
      stderr: expect.any(String),
    });
    expect(await app.stored()).toEqual([file]);
    expect(await readdir(join(app.storeFolder))).toContain('cloud-account-image-store.json');
    expect(await app.tidy.removeOrphans()).toEqual([`images/${file}`]);
    const { child, url, until } = await spawnService(app.databaseUrl, { IMAGE_STORE: env.IMAGE_STORE });
    const ended = once(child, 'exit');
    await until((output) => output.includes('listens on'));
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }, 120_000);
});
