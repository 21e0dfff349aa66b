import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../src/database/migrations/migrate.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { runProgram } from '../support/processes.js';
import { unpackRelease, type Release } from '../support/release.js';
import { query } from '../support/sql.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

describe('a backup that the release before made', () => {
  let release: Release;
  let folder: string;
  let old: TestDatabase;
  let restored: TestDatabase;

  beforeEach(async () => {
    release = unpackRelease();
    folder = makeTemporaryFolder();
    old = await createEmptyDatabase();
    restored = await createEmptyDatabase();
    await migrate(old.url, { folder: release.migrations });
    await query(
      { databaseUrl: old.url },
      `WITH account AS (INSERT INTO accounts (company, email, active_since) VALUES ('Old', 'old@example.org', now()) RETURNING id)
       INSERT INTO users (account_id, username, email, restricted, created)
         SELECT id, 'old-user', 'old@example.org', false, now() FROM account`,
    );
  });
  afterEach(async () => {
    await old.drop();
    await restored.drop();
    release.remove();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['of its own database', ''],
    ['of a database that release 1.0.0 made', 'test/schema/left-by-1.0.0.sql'],
    ['of a database that this release has migrated', undefined],
  ])('%s is restored by this release', async (_title, made) => {
    if (made === undefined) await migrate(old.url);
    else if (made) await query({ databaseUrl: old.url }, readFileSync(join(packageRoot, made), 'utf8'));
    const backup = join(folder, 'backup');
    const program = join(release.folder, 'dist/admin/main.js');
    execFileSync(process.execPath, ['--no-warnings', program, 'backup', '--folder', backup], {
      env: { PATH: process.env.PATH, ...environment(old, 'images') },
      stdio: 'pipe',
    });

    const { code, stderr } = await runProgram(
      'admin',
      ['restore', '--folder', backup],
      environment(restored, 'restored'),
    );

    expect([code, stderr]).toEqual([0, '']);
    await migrate(restored.url);
    expect(await query({ databaseUrl: restored.url }, 'SELECT username FROM users')).toEqual([
      { username: 'old-user' },
    ]);
  });

  function environment({ url }: TestDatabase, images: string) {
    return { DATABASE_URL: url, IMAGE_STORE: `file:${join(folder, images)}`, ENCRYPTION_KEY };
  }
});
