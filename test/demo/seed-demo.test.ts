import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { seedDemo } from '../../src/demo/seed-demo.js';
import { PlatformImagesService } from '../../src/image/platform/platform-images.service.js';
import { startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { query } from '../support/sql.js';

const folder = mkdtempSync(join(tmpdir(), 'regions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const region = (id: string, capabilities: string[]) => ({
  ...{ id, label: id, country: 'us', capabilities, status: 'ok' },
  resolvers: { ipv4: '', ipv6: '' },
});

describe('the demo account', () => {
  it.each([
    ['the first region with VPCs', [region('plain', ['Images']), region('with', ['VPCs'])], 'with'],
    ['the first region when none has VPCs', [region('plain', []), region('other', [])], 'plain'],
  ])('[D-228] has its instances in %s', async (_, regions, expected) => {
    const file = join(folder, 'regions.json');
    writeFileSync(file, JSON.stringify(regions));
    const app = await startApp({ REGIONS_FILE: file });
    try {
      const token = await seedDemo(app.app);
      expect((await new Client(app.url, token!).get('/profile')).status).toBe(200);
      expect(await query(app, 'SELECT DISTINCT region FROM instances')).toEqual([{ region: expected }]);
      expect(await seedDemo(app.app)).toBeUndefined();
    } finally {
      await app.close();
    }
  });

  it('[D-228] is made by the next start when a start ends in between, so that its token is shown', async () => {
    const app = await startApp();
    try {
      const publish = jest.spyOn(app.app.get(PlatformImagesService), 'publish');
      publish.mockRejectedValueOnce(new Error('the start ends'));
      await expect(seedDemo(app.app)).rejects.toThrow('the start ends');
      const token = await seedDemo(app.app);
      expect((await new Client(app.url, token!).get('/profile')).status).toBe(200);
      expect(await query(app, 'SELECT count(*)::integer AS count FROM instances')).toEqual([{ count: 3 }]);
    } finally {
      await app.close();
    }
  });
});
