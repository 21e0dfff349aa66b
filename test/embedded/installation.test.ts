import { chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { closeToOthers, install, removeLinks } from './installation.js';
import { A_USER, run, startService } from './services.js';

describe('the installation of the embedded PostgreSQL', () => {
  let installation: string;
  let dataDir: string;

  beforeEach(() => {
    installation = makeTemporaryFolder();
    install(installation);
    dataDir = makeTemporaryFolder();
  });
  afterEach(async () => {
    rmSync(installation, { recursive: true });
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
    rmSync(join(installation, 'node_modules'), { recursive: true });
    await expect(startService(installation, dataDir)).rejects.toThrow('is not installed: set DATABASE_URL');
  });

  async function expectToWork(account?: object): Promise<void> {
    const service = await startService(installation, dataDir, account);
    expect(await run(service.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.stop();
  }
});
