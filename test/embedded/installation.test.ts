import { chmodSync, chownSync, rmSync } from 'node:fs';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { closeToOthers, install, removeLinks } from './installation.js';
import { A_USER, killServices, run, startService } from './services.js';

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
    await killServices();
    await removeTemporaryFolder(dataDir);
  });

  it.each<[string, (folder: string) => void]>([
    ['in a folder that only root can enter', closeToOthers],
    ['without the links that its install script makes', removeLinks],
  ])('works %s', async (_title, change) => {
    change(installation);
    await expectToWork();
  });

  it('works for a user who may not create its missing links', async () => {
    removeLinks(installation);
    if (A_USER.uid) chownSync(dataDir, A_USER.uid, A_USER.gid);
    await expectToWork(A_USER);
  });

  it('says what to do if it has no binaries for this machine', async () => {
    const nodeOptions = '--import=data:text/javascript,Object.defineProperty(process,`arch`,{value:`pdp11`})';
    await expect(startService(installation, dataDir, { nodeOptions })).rejects.toThrow(
      'pdp11) is not installed: set DATABASE_URL',
    );
  });

  async function expectToWork(account?: object): Promise<void> {
    const service = await startService(installation, dataDir, { account });
    expect(await run(service.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.stop();
  }
});
