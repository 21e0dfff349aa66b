import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, type Ended } from '../support/processes.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';

/** A file system that takes no files, not even of root. */
const READ_ONLY = '/sys/cloud-account-service';

describe('a start on an embedded database that fails', () => {
  let dataDir: string;
  let data: string;
  const service = (folder = dataDir) => runProgram('service', [], { DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const makeAccount = (name: string) =>
    runProgram('admin', ['create-account', '--username', name, '--email', `${name}@example.com`], {
      DATA_DIR: dataDir,
    });

  beforeAll(async () => {
    dataDir = makeTemporaryFolder();
    data = join(dataDir, 'postgres/data');
    await runProgram('admin', ['migrate'], { DATA_DIR: dataDir });
    expect(await makeAccount('ada')).toMatchObject({ code: 0, stderr: '' });
  });
  afterAll(() => removeTemporaryFolder(dataDir));

  it('says that the folder is on a read-only disk', async () => {
    expectSentence(
      await service(READ_ONLY),
      /^The embedded PostgreSQL can't use DATA_DIR, \/sys\/cloud-account-service \(E\w+: .*\): set DATA_DIR to a folder/,
    );
  });

  it('says that the folder is a file', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    expectSentence(await service(file), /^The embedded PostgreSQL can't use DATA_DIR, .*\/file \(E\w+: /);
  });

  it.each([
    [
      'global/pg_control',
      /PostgreSQL did not start on .*pg_control.* \(see .*postgres\.log\)\. If the data is damaged, /,
    ],
    ['PG_VERSION', /PostgreSQL did not start on .*"\S*\/data" is not a valid data directory \(see /],
    ['pg_wal', /PostgreSQL did not start on .*pg_wal.* \(see /],
    ['base', /^The database refuses the connection: .*"base\/\d+" is missing/],
  ])('says that the cluster is damaged: %s is gone', async (name, sentence) => {
    const away = join(dataDir, 'away');
    renameSync(join(data, name), away);
    const ended = await service();
    rmSync(join(data, name), { recursive: true, force: true });
    renameSync(away, join(data, name));
    expectSentence(ended, sentence);
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
  });

  it('[D-49] names the key that is lost, and makes no other one while the database needs it', async () => {
    const key = join(dataDir, 'encryption-key');
    renameSync(key, `${key}.kept`);
    const sentence = new RegExp(
      `^${key} is missing, and the database has secrets .*: restore the file from a copy`,
    );
    expectSentence(await service(), sentence);
    expect((await makeAccount('eve')).stderr).toMatch(sentence);
    expect(readdirSync(dataDir)).not.toContain('encryption-key');
    renameSync(`${key}.kept`, key);
    expect(await makeAccount('eve')).toMatchObject({ code: 0, stderr: '' });
  });
});

/** One line on standard error, without a stack, and an exit code that tells of a failure. */
function expectSentence({ code, stderr }: Ended, sentence: RegExp): void {
  const [line = '', ...more] = stderr.split('\n');
  expect([code, more]).toEqual([1, ['']]);
  expect(line).toMatch(/^The service can't start: /);
  expect(line.slice("The service can't start: ".length)).toMatch(sentence);
}
