import { randomBytes } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { PlatformImagesService } from '../image/platform/platform-images.service.js';
import { AccountsService } from '../platform/accounts/accounts.service.js';
import { PlatformInstancesService } from '../platform/instances/platform-instances.service.js';
import { defaultRegion } from '../shared/config/regions.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { Database } from '../database/database.js';
import { HAS_NO_ACCOUNT } from './demo.sql.js';

const PUBLIC_IMAGES = [
  { name: 'debian12', label: 'Debian 12', vendor: 'Debian', size: 2048, eol: '2028-06-30T00:00:00' },
  {
    name: 'debian11',
    label: 'Debian 11',
    vendor: 'Debian',
    size: 2048,
    eol: '2026-08-31T00:00:00',
    deprecated: true,
  },
  {
    name: 'ubuntu24.04',
    label: 'Ubuntu 24.04 LTS',
    vendor: 'Ubuntu',
    size: 3072,
    eol: '2029-04-30T00:00:00',
  },
  { name: 'alpine3.20', label: 'Alpine 3.20', vendor: 'Alpine', size: 512, eol: '2026-04-01T00:00:00' },
];

const INSTANCES = ['web-1', 'web-2', 'db-1'].map((label, index) => ({ id: index + 1, label }));

/**
 * Creates a demo account in an empty database. All in one transaction: after a start that ends in
 * between, the database is still empty, and the next start creates the account and shows its token.
 * @returns its token; undefined when the database was not empty
 */
export async function seedDemo(app: INestApplication): Promise<string | undefined> {
  const database = app.get(Database);
  if (!(await database.row(HAS_NO_ACCOUNT))!.isEmpty) return undefined;
  return database.request.inOne({ isDry: false }, async (transaction) => {
    const token = await createDemo(app);
    await transaction.commit();
    return token;
  });
}

async function createDemo(app: INestApplication): Promise<string> {
  const account = await app.get(AccountsService).create({
    company: 'Demo',
    email: 'demo@example.com',
    user: { username: 'demo', email: 'demo@example.com', password: randomBytes(16).toString('hex') },
  });
  for (const { id, label } of INSTANCES) {
    await app.get(PlatformInstancesService).put(id, {
      account_id: account.id,
      label,
      region: defaultRegion(app.get<Settings>(SETTINGS).regions).id,
      status: 'running',
      disks: [{ id, label: 'boot', size: 25600 }],
      configs: [{ id, label: 'default', interfaces: [] }],
    });
  }
  for (const { name, ...image } of PUBLIC_IMAGES) {
    await app.get(PlatformImagesService).publish(name, { ...image, capabilities: ['cloud-init'] });
  }
  return account.token;
}
