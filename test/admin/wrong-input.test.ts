import { jest } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { runProgram, type Ended } from '../support/processes.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';

// Each command is a process.
jest.setTimeout(120_000);

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const ada = (option: string, value: string) => [
  'create-account',
  ...Object.entries({ '--username': 'ada', '--email': 'ada@example.com', [option]: value }).flat(),
];

describe('a command for operators', () => {
  let folder: string;
  let database: TestDatabase;
  let empty: TestDatabase;
  beforeAll(async () => {
    folder = makeTemporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'there'));
    [database, empty] = [await createTestDatabase(), await createEmptyDatabase()];
  });
  afterAll(async () => {
    await database.drop();
    await empty.drop();
    rmSync(folder, { recursive: true });
  });

  const admin = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
    runProgram(
      'admin',
      args.map((arg) => arg.replace('FOLDER', folder)),
      {
        DATABASE_URL: database.url,
        ENCRYPTION_KEY,
        IMAGE_STORE: `file:${join(folder, 'images')}`,
        ...env,
      },
    );

  it.each<[string[], RegExp]>([
    [['destroy'], /^There is no command "destroy"\. See: /],
    [['image-store'], /^There is no command "image-store"\. See: /],
    [['status', 'now'], /^Unexpected argument 'now'\. See: npm run admin -- status --help$/],
    [['status', '--loud'], /^Unknown option '--loud'\. See: npm run admin -- status --help$/],
    [['down', '--steps'], /^Option '--steps <value>' argument missing\. See: /],
    [['down', '--steps', '0'], /^--steps must be a positive integer$/],
    [
      ['down', '--steps', '99'],
      /^The database has \d+ migrations of this release: --steps beyond that needs --all/,
    ],
    [['down', '--steps', '-1'], /^Option '--steps' argument is ambiguous\..* See: /],
    [['backup'], /^--folder FOLDER is missing$/],
    [['backup', '--folder', ''], /^--folder FOLDER is missing$/],
    [['backup', '--folder', 'FOLDER/there'], /^\S+\/there exists already\.$/],
    [['backup', '--folder', 'FOLDER/nowhere/backup'], /^There is no folder \S+\/nowhere for the backup\.$/],
    [['backup', '--folder', 'FOLDER/file/backup'], /^There is no folder \S+\/file for the backup\.$/],
    [['restore'], /^--folder FOLDER is missing$/],
    [['restore', '--folder', 'FOLDER/nowhere'], /^\S+\/nowhere is no complete backup: /],
    [['restore', '--folder', 'FOLDER/file'], /^\S+\/file is no complete backup: /],
    [['verify', '--folder', 'FOLDER/there'], /^\S+\/there is no complete backup: /],
    [['verify', '--folder='], /^--folder FOLDER is missing$/],
    [['create-account'], /^--username NAME and --email ADDRESS are required$/],
    [ada('--username', 'a b'), /^--username: [^-]+$/],
    [ada('--username', 'x'.repeat(1000)), /^--username: Length /],
    [ada('--email', 'nobody'), /^--email: [^-]+$/],
    [ada('--company', 'x'.repeat(1000)), /^--company: /],
  ])('tells in one sentence what is wrong, and ends with 2: %j', async (args, sentence) => {
    expectSentence(await admin(args), 2, sentence);
  });

  it('tells in one sentence that a username is taken, and ends with 2', async () => {
    expect(await admin(ada('--company', 'Example'))).toMatchObject({ code: 0, stderr: '' });
    expectSentence(await admin(ada('--company', 'Example')), 2, /^--username: /);
  });

  it.each([
    [['create-account', '--username', 'ada', '--email', 'ada@example.com']],
    [['backup', '--folder', 'FOLDER/of-empty']],
    [['verify']],
    [['rotate-key']],
  ])('tells in one sentence that the database has no tables yet, and ends with 1: %j', async (args) => {
    const sentence = /^The database lacks migrations of this release: run npm run admin -- migrate\.$/;
    expectSentence(await admin(args, { DATABASE_URL: empty.url }), 1, sentence);
  });

  it.each<[string[], Record<string, string>, RegExp]>([
    [['backup', '--folder', '/sys/backup'], {}, /^E\w+: .*\/sys\/backup.*\.$/],
    [['image-store', 'adopt'], { IMAGE_STORE: 'file:/sys/images' }, /^E\w+: .*\/sys\/images.*\.$/],
    [['status'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /^The database was down for 0 s: /],
    [
      ['status'],
      { DATABASE_URL: '', DATA_DIR: '/sys/data' },
      /^The embedded PostgreSQL can't use DATA_DIR, /,
    ],
    [['status'], { PORT: 'http' }, /^PORT must be an integer 1\.\.65535$/],
  ])('tells in one sentence why it failed, and ends with 1: %j with %j', async (args, env, sentence) => {
    expectSentence(await admin(args, env), 1, sentence);
  });
});

/** One line on standard error, without a stack, and nothing on standard output. */
function expectSentence({ code, stdout, stderr }: Ended, expectedCode: number, sentence: RegExp): void {
  const [line, ...more] = stderr.split('\n');
  expect([stdout, code, line, more]).toEqual(['', expectedCode, expect.stringMatching(sentence), ['']]);
}
