import { jest } from '@jest/globals';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, migrationStatus } from '../../src/database/migrations/migrate.js';
import { isOfThisRelease } from '../../src/database/migrations/migration-files.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { downloadImage, makeImage, startImageApp, type ImageApp } from '../support/images.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { runProgram, type Ended } from '../support/processes.js';
import { lockIsAwaited, query } from '../support/sql.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';

const SHOWN = [
  '/profile',
  '/profile/tokens',
  '/profile/preferences',
  '/profile/logins',
  '/account',
  '/account/events',
  '/vpcs',
  '/domains',
  '/images',
];
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

// Each command is a process.
jest.setTimeout(300_000);

describe('npm run admin -- backup, restore and verify', () => {
  let folder: string;
  let app: ImageApp;
  const databases: TestDatabase[] = [];
  const apps: TestApp[] = [];

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    app = await startImageApp();
  });
  afterAll(async () => {
    for (const one of apps) await one.close();
    for (const database of databases) await database.drop();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('bring everything back: the same answers, the bytes of images, and ids that go on', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 2 });
    const domain = { domain: 'kept.example', type: 'master', soa_email: 'admin@kept.example' };
    const { id: domainId } = done(await client.post('/domains', domain));
    done(
      await client.post(`/domains/${domainId}/records`, {
        type: 'TXT',
        name: 'www',
        target: 'tab\t \\N "é"',
      }),
    );
    done(await client.put('/profile/preferences', { theme: 'dark' }));
    const imageId = await makeImage(app, client);
    // An upload that is under way belongs to no backup, and an unknown file neither.
    done(await client.post('/images/upload', { label: 'later', region: 'us-east' }));
    writeFileSync(join(app.storeFolder, 'images', `9-${'0'.repeat(32)}.part`), 'half');
    const paths = [
      ...SHOWN,
      `/vpcs/${vpc.id}`,
      `/domains/${domainId}/records`,
      `/domains/${domainId}/zone-file`,
    ];
    // The partitions of the new database are others.
    await query(app, `SELECT make_partitions('events', now(), 400)`);
    await query(
      app,
      `INSERT INTO events (account_id, action, created, entity_type, entity_label, entity_url, status, percent_complete)
       SELECT account_id, action, now() + n * interval '40 days', entity_type, entity_label, entity_url, status, percent_complete
       FROM events, generate_series(1, 5) n`,
    );
    const shown = await show(client, paths);
    const [before] = await query(app, 'SELECT database_id, generation FROM image_store_owner');

    const backup = await ofApp(['backup', '--folder', join(folder, 'whole'), '--json']);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(backup.stdout)).toMatchObject({ images: 1 });
    const target = await emptyTarget('restored');
    const restored = await admin(['restore', '--folder', join(folder, 'whole'), '--json'], target);
    expect([restored.code, restored.stderr, restored.stdout]).toEqual([0, '', backup.stdout]);
    expect(JSON.parse((await admin(['verify', '--json'], target)).stdout)).toEqual({ images: 1, unknown: 0 });

    const after = await startApp(target, { databaseUrl: target.DATABASE_URL, clock: app.clock });
    apps.push(after);
    const again = new Client(after.url, client.token);
    // Secondaries may have followed later changes: each zone has a later serial (D-205).
    const serial = String(new Date(app.clock.milliseconds()).getUTCFullYear() * 1_000_000 + 2);
    const later = JSON.stringify(shown).replace(serial, String(Number(serial) + 100_000));
    expect(await show(again, paths)).toEqual(JSON.parse(later));
    const { bytes } = await downloadImage(app, imageId);
    expect((await downloadImage(after, imageId)).bytes.equals(bytes)).toBe(true);
    expect((await makeVpc(again)).id).toBe(vpc.id + 1);
    expect((await again.post('/domains', domain)).status).toBe(400);
    expect(done(await again.post('/domains', { ...domain, domain: 'new.example' })).id).toBe(domainId + 1);
    const [renewed] = await query(after, 'SELECT database_id, generation FROM image_store_owner');
    expect(renewed!.database_id).toBe(before!.database_id);
    expect(renewed!.generation).not.toBe(before!.generation);

    const second = await admin(['restore', '--folder', join(folder, 'whole')], target);
    expect([second.code, second.stderr]).toEqual([
      1,
      'The database holds accounts: restore a backup into a new database.\n',
    ]);
  });

  it('keep an account that a running service makes before the rows are loaded', async () => {
    const target = await emptyTarget('in-use');
    await migrate(target.DATABASE_URL);
    const service = new pg.Client(target.DATABASE_URL);
    await service.connect();
    await service.query(
      `BEGIN; INSERT INTO accounts (company, email, active_since) VALUES ('', 'a@example.com', now())`,
    );
    const restoring = admin(['restore', '--folder', join(folder, 'whole')], target);
    await lockIsAwaited({ databaseUrl: target.DATABASE_URL });
    await service.query('COMMIT');
    const { code, stderr } = await restoring;
    const { rowCount } = await service.query('SELECT FROM accounts');
    await service.end();
    expect([code, stderr, rowCount]).toEqual([
      1,
      'The database holds accounts: restore a backup into a new database.\n',
      1,
    ]);
  });

  it('save one moment while changes go on: what refers to each other is there together', async () => {
    const { client } = await makeAccount(app);
    let going = true;
    const changing = (async () => {
      for (let turn = 0; going; turn++) {
        const vpc = await makeVpc(client, { subnets: 1 });
        await makeImage(app, client);
        if (turn % 2) done(await client.delete(`/vpcs/${vpc.id}`));
      }
    })();
    const backup = await ofApp(['backup', '--folder', join(folder, 'busy')]);
    going = false;
    await changing;
    expect(backup).toMatchObject({ code: 0 });
    // PostgreSQL checks every foreign key while it loads.
    const restored = await admin(
      ['restore', '--folder', join(folder, 'busy')],
      await emptyTarget('busy-restored'),
    );
    expect(restored).toMatchObject({ code: 0, stderr: '' });
  });

  it('end with 1 and leave nothing when the database is away', async () => {
    const away = { DATABASE_URL: 'postgres://127.0.0.1:1/none', ENCRYPTION_KEY };
    const failed = await admin(['backup', '--folder', join(folder, 'failed')], away);
    expect([failed.code, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toMatch(/^The database was down/);
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  });

  it('name what is damaged: nothing is saved or restored then', async () => {
    const other = await startImageApp();
    apps.push(other);
    const { client } = await makeAccount(other);
    await makeImage(other, client);
    const env = { DATABASE_URL: other.databaseUrl, ENCRYPTION_KEY, IMAGE_STORE: `file:${other.storeFolder}` };
    expect((await admin(['backup', '--folder', join(folder, 'kept')], env)).code).toBe(0);
    const [name] = await other.stored();

    truncateSync(join(folder, 'kept/images', name!), 5);
    const target = await emptyTarget('damaged');
    for (const command of ['verify', 'restore']) {
      const refused = await admin([command, '--folder', join(folder, 'kept')], target);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        `The backup ${join(folder, 'kept')} is damaged: images/${name}.\n`,
      ]);
    }

    truncateSync(join(other.storeFolder, 'images', name!), 5);
    const damaged = await admin(['verify'], env);
    expect([damaged.code, damaged.stderr]).toEqual([
      1,
      `images/${name} is damaged\n1 of 1 images are lost.\n`,
    ]);
    expect((await admin(['backup', '--folder', join(folder, 'failed')], env)).stderr).toContain(
      `images/${name}`,
    );

    rmSync(join(other.storeFolder, 'images', name!));
    const missing = await admin(['backup', '--folder', join(folder, 'failed')], env);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('lacks images')]);
    expect(readdirSync(folder).filter((entry) => entry.startsWith('failed'))).toEqual([]);
  });

  it('[D-175] move the embedded database and its images to another server, and nothing is lost', async () => {
    const dataDir = makeTemporaryFolder();
    const embedded = { DATA_DIR: dataDir };
    expect((await admin(['migrate'], embedded)).code).toBe(0);
    const made = await admin(
      ['create-account', '--username', 'ada', '--email', 'ada@example.com', '--json'],
      embedded,
    );
    expect(made.stderr).toBe('');
    const { token } = JSON.parse(made.stdout) as { token: string };
    expect((await admin(['backup', '--folder', join(folder, 'embedded')], embedded)).code).toBe(0);
    const ENCRYPTION_KEY = readFileSync(join(dataDir, 'encryption-key'), 'utf8').trim();
    const target = { ...(await emptyTarget('moved')), ENCRYPTION_KEY };
    expect((await admin(['restore', '--folder', join(folder, 'embedded')], target)).code).toBe(0);
    const status = JSON.parse((await admin(['status', '--json'], target)).stdout) as object;
    expect(status).toMatchObject({ version: expect.any(String), commit: expect.any(String), pending: [] });

    const after = await startApp(target, { databaseUrl: target.DATABASE_URL, clock: app.clock });
    apps.push(after);
    expect(done(await new Client(after.url, token).get('/profile'))).toMatchObject({ username: 'ada' });
    await removeTemporaryFolder(dataDir);
  });

  it('take back the migrations of this release, and earlier ones only with --all', async () => {
    const target = await emptyTarget('down');
    await migrate(target.DATABASE_URL);
    const { applied } = await migrationStatus(target.DATABASE_URL);
    const own = applied.filter(isOfThisRelease).reverse();
    const down = async (steps: number, ...more: string[]) => {
      const { code, stdout } = await admin(['down', '--steps', String(steps), ...more, '--json'], target);
      return [code, stdout && (JSON.parse(stdout) as { taken_back: string[] }).taken_back];
    };
    expect(await down(own.length + 1)).toEqual([2, '']);
    expect((await migrationStatus(target.DATABASE_URL)).applied).toEqual(applied);
    expect(await down(own.length)).toEqual([0, own]);
    expect(await down(1)).toEqual([2, '']);
    expect(await down(1, '--all')).toEqual([0, [applied[applied.length - own.length - 1]]]);
  });

  it('tell wrong usage', async () => {
    for (const command of [['backup'], ['restore'], ['create-account'], ['down', '--steps', '0']]) {
      expect([command, (await admin(command)).code]).toEqual([command, 2]);
    }
  });

  function ofApp(args: string[]): Promise<Ended> {
    return admin(args, {
      DATABASE_URL: app.databaseUrl,
      ENCRYPTION_KEY,
      IMAGE_STORE: `file:${app.storeFolder}`,
    });
  }

  async function emptyTarget(name: string) {
    const database = await createEmptyDatabase();
    databases.push(database);
    return { DATABASE_URL: database.url, ENCRYPTION_KEY, IMAGE_STORE: `file:${join(folder, name)}` };
  }

  async function show(client: Client, paths: readonly string[]): Promise<unknown[]> {
    return Promise.all(paths.map(async (path) => [path, done(await client.get(path))]));
  }
});

function admin(args: readonly string[], env?: Record<string, string>): Promise<Ended> {
  return runProgram('admin', args, env);
}
