import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../src/database/migrations/migrate.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { downloadImage, makeImage } from '../support/images.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { TestClock } from '../support/test-clock.js';
import { PostgresServer } from './postgres.js';
import { POSTGRES_PROGRAMS } from './program.js';

const SHOWN = [
  '/profile',
  '/profile/tokens',
  '/profile/preferences',
  '/account',
  '/account/events',
  '/vpcs',
  '/domains',
  '/images',
];

describe('deploy/backup', () => {
  let folder: string;
  const servers: PostgresServer[] = [];
  const apps: TestApp[] = [];
  const clock = new TestClock();

  beforeAll(() => void (folder = makeTemporaryFolder()));
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('brings everything back on a new server: the same answers, the bytes of images, and ids that go on', async () => {
    const first = await newServer('first');
    await migrate(first.url);
    const before = await start(first, 'images');
    const { client } = await makeAccount(before);
    const vpc = await makeVpc(client, { subnets: 2 });
    const domain = { domain: 'kept.example', type: 'master', soa_email: 'admin@kept.example' };
    const { id: domainId } = done(await client.post('/domains', domain));
    done(await client.post(`/domains/${domainId}/records`, { type: 'A', name: 'www', target: '192.0.2.7' }));
    done(await client.put('/profile/preferences', { theme: 'dark' }));
    const imageId = await makeImage(before, client);
    const paths = [
      ...SHOWN,
      `/vpcs/${vpc.id}`,
      `/domains/${domainId}/records`,
      `/domains/${domainId}/zone-file`,
    ];
    const shown = await show(client, paths);
    const { bytes } = await downloadImage(before, imageId);

    script('backup', { DATABASE_URL: first.url, IMAGES: join(folder, 'images') });
    await apps.pop()!.close();
    await servers.pop()!.stop();
    const second = await newServer('second');
    script('restore', { DATABASE_URL: second.url, IMAGES: join(folder, 'images-restored') });

    await migrate(second.url);
    const after = await start(second, 'images-restored');
    const again = new Client(after.url, client.token);
    expect(await show(again, paths)).toEqual(shown);
    expect((await downloadImage(after, imageId)).bytes.equals(bytes)).toBe(true);
    expect((await makeVpc(again)).id).toBe(vpc.id + 1);
    expect(done(await again.post('/domains', { ...domain, domain: 'new.example' })).id).toBe(domainId + 1);
    expect((await again.post('/domains', domain)).status).toBe(400);
  });

  it('leaves nothing and fails when the dump fails, or when an image has lost its bytes', async () => {
    const server = await newServer('third');
    await migrate(server.url);
    const app = await start(server, 'images-lost');
    const { client } = await makeAccount(app);
    await makeImage(app, client);
    const images = join(folder, 'images-lost');
    rmSync(join(images, 'images'), { recursive: true });
    const unreachable = 'postgres://nobody@127.0.0.1:1/none';

    for (const [DATABASE_URL, reason] of [
      [unreachable, /connection to server/],
      [server.url, /lacks images that the database has/],
    ] as const) {
      expect(() => script('backup', { DATABASE_URL, IMAGES: images }, 'failed')).toThrow(reason);
      expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
    }
  });

  it('takes no unfinished upload along, and a damaged backup is refused before anything is written', async () => {
    const server = await newServer('fourth');
    await migrate(server.url);
    const app = await start(server, 'images-uploading');
    const { client } = await makeAccount(app);
    await makeImage(app, client);
    const images = join(folder, 'images-uploading');
    writeFileSync(join(images, 'images', `9-${'0'.repeat(32)}.part`), 'half');

    script('backup', { DATABASE_URL: server.url, IMAGES: images }, 'kept');
    const kept = execFileSync('tar', ['--list', '--file', join(folder, 'kept/images.tar')], {
      encoding: 'utf8',
    });
    expect(kept).toMatch(/^images\/\d+-[0-9a-f]{32}\n$/);

    truncateSync(join(folder, 'kept/database.dump'), 100);
    const empty = await newServer('fifth');
    expect(() => script('restore', { DATABASE_URL: empty.url }, 'kept')).toThrow(/checksum did NOT match/);
  });

  async function newServer(name: string): Promise<PostgresServer> {
    const server = await PostgresServer.start(join(folder, name));
    servers.push(server);
    return server;
  }

  async function start(server: PostgresServer, images: string): Promise<TestApp> {
    const settings = { IMAGE_STORE: `file:${join(folder, images)}` };
    const app = await startApp(settings, { databaseUrl: server.url, clock });
    apps.push(app);
    return app;
  }

  async function show(client: Client, paths: readonly string[]): Promise<unknown[]> {
    return Promise.all(paths.map(async (path) => [path, done(await client.get(path))]));
  }

  function script(name: string, env: Record<string, string>, backup = 'backup'): void {
    const PATH = `${POSTGRES_PROGRAMS}:${process.env.PATH}`;
    const file = join(packageRoot, 'deploy/backup', name);
    execFileSync(file, [join(folder, backup)], { env: { ...env, PATH }, stdio: 'pipe' });
  }
});
