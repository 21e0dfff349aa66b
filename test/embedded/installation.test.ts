import { chmodSync, chownSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { closeToOthers, install, removeLinks } from './installation.js';
import { A_USER, run, startService } from './services.js';

describe('the installation of the embedded PostgreSQL', () => {
  let installation: string;
  let dataDir: string;

  beforeAll(() => {
    installation = makeTemporaryFolder();
    install(installation);
  });
  afterAll(() => rmSync(installation, { recursive: true }));

  beforeEach(() => (dataDir = makeTemporaryFolder()));
  afterEach(async () => {
    chmodSync(installation, 0o755);
    await removeTemporaryFolder(dataDir);
  });

  it.each<[string, (folder: string) => void]>([
    ['in a folder that only root can enter', closeToOthers],
    ['without the links that its install script makes', removeLinks],
  ])('works %s', async (_title, change) => {
    change(installation);
    await expectToWork();
  });

  it('works for a user who cannot put the missing links into it', async () => {
    removeLinks(installation);
    if (A_USER.uid) chownSync(dataDir, A_USER.uid, A_USER.gid);
    await expectToWork(A_USER);
  });

  it('that is missing says what to do', async () => {
    const packages = join(installation, 'node_modules');
    renameSync(packages, `${packages}.aside`);
    await expect(startService(installation, dataDir)).rejects.toThrow('is not installed: set DATABASE_URL');
    renameSync(`${packages}.aside`, packages);
  });

  async function expectToWork(account?: object): Promise<void> {
    const service = await startService(installation, dataDir, account);
    expect(await run(service.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.stop();
  }
});
