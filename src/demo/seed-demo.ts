import { randomBytes } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { AccountsService } from '../platform/accounts/accounts.service.js';
import { PlatformInstancesService } from '../platform/instances/platform-instances.service.js';
import { Database } from '../shared/database/database.js';
import { query } from '../shared/database/statement.js';

const IS_EMPTY = query<{ empty: boolean }>(
  'demo.isEmpty',
  'SELECT NOT EXISTS (SELECT FROM accounts) AS empty',
);

const INSTANCES = ['web-1', 'web-2', 'db-1'].map((label, index) => ({ id: index + 1, label }));

/** Fills an empty database with an account to try things on; the token, or undefined when there was something. */
export async function seedDemo(app: INestApplication): Promise<string | undefined> {
  const found = await app.get(Database).row(IS_EMPTY);
  if (!found?.empty) return undefined;
  const account = await app.get(AccountsService).create({
    company: 'Demo',
    email: 'demo@example.com',
    user: { username: 'demo', email: 'demo@example.com', password: randomBytes(16).toString('hex') },
  });
  for (const { id, label } of INSTANCES) {
    await app.get(PlatformInstancesService).put(id, {
      account_id: account.id,
      label,
      region: 'us-east',
      status: 'running',
      disks: [{ id, label: 'boot', size: 25600 }],
      configs: [{ id, label: 'default', interfaces: [] }],
    });
  }
  return account.token;
}
