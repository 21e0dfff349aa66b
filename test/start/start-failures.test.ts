import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';
import { createEmptyDatabase, createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { spawnService } from '../support/service-program.js';
import { forwardTo } from '../support/cuttable-database.js';
import { runProgram } from '../support/processes.js';
import { query } from '../support/sql.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const service = (env: Record<string, string>) => runProgram('service', [], { HOST: '127.0.0.1', ...env });

describe('a start that fails', () => {
  it('[D-175] says that the port is taken, and leaves no PostgreSQL running', async () => {
    const dataDir = makeTemporaryFolder();
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { code, stderr, stdout } = await service({ DATA_DIR: dataDir, PORT: String(port) });
    expect(code).toBe(1);
    expect(stdout).not.toContain('EADDRINUSE');
    expect(stderr).toBe(
      `The service can't start: another program uses the port ${port}: stop it, or set PORT.\n`,
    );
    expect(existsSync(join(dataDir, 'postgres/data/PG_VERSION'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
    other.close();
    await removeTemporaryFolder(dataDir);
  });

  it('says that the port of the metrics is taken, in one process and in several', async () => {
    const database = await createTestDatabase();
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY,
      PORT: String(await freePort()),
      METRICS_PORT: String(port),
      IMAGE_STORE: `file:${mkdtempSync(join(tmpdir(), 'images-'))}`,
    };
    for (const WORKERS of ['1', '2']) {
      const { code, stderr } = await service({ ...env, WORKERS });
      expect(code).toBe(1);
      expect(stderr).toContain(`another program uses the port ${port}: stop it, or set METRICS_PORT.`);
    }
    other.close();
    await database.drop();
  });

  it.each([
    ['HOST', 'not-a-host.invalid', 'the host not-a-host.invalid is unknown: set HOST.'],
    ['HOST', '192.0.2.1', 'this machine has no address 192.0.2.1: set HOST.'],
    ['METRICS_HOST', 'not-a-host.invalid', 'the host not-a-host.invalid is unknown: set METRICS_HOST.'],
  ])('says that nothing can listen: %s=%s', async (name, host, sentence) => {
    const database = await createTestDatabase();
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY,
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      IMAGE_STORE: `file:${mkdtempSync(join(tmpdir(), 'images-'))}`,
      [name]: host,
    };
    expect(await service(env)).toMatchObject({ code: 1, stderr: `The service can't start: ${sentence}\n` });
    await database.drop();
  });

  it('says what to set when there is no DATABASE_URL and no embedded PostgreSQL, as in the container', async () => {
    const image = mkdtempSync(join(tmpdir(), 'image-'));
    for (const name of ['.compiled', 'migrations', 'package.json'])
      cpSync(join(packageRoot, name), join(image, name), { recursive: true });
    mkdirSync(join(image, 'node_modules'));
    for (const name of readdirSync(join(packageRoot, 'node_modules')).filter(
      (one) => !one.includes('embedded'),
    ))
      symlinkSync(join(packageRoot, 'node_modules', name), join(image, 'node_modules', name));
    const child = spawn(process.execPath, ['--no-warnings', join(image, '.compiled/main.js')], {
      env: { PATH: process.env.PATH, DATA_DIR: join(image, 'data') },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += String(text)));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(stderr).toMatch(
      /^The service can't start: DATABASE_URL is not set, .* Set DATABASE_URL .* and ENCRYPTION_KEY/,
    );
    expect(existsSync(join(image, 'data'))).toBe(false);
    rmSync(image, { recursive: true });
  });
});

describe('a database that is away at the start', () => {
  it('ends the start with a sentence when it stays away', async () => {
    const env = { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`, ENCRYPTION_KEY };
    const { code, stderr, stdout } = await service({ ...env, DATABASE_START_TIMEOUT_SECONDS: '1' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The service can't start: The database was down for 1 s: connect ECONNREFUSED/);
    expect(stdout.match(/database is away, the start waits for it/g)).toHaveLength(1);
  });

  it('refuses wrong credentials at once', async () => {
    const database = await createTestDatabase();
    const url = Object.assign(new URL(database.url), { username: 'nobody', password: 'wrong' }).href;
    const { code, stderr } = await service({ DATABASE_URL: url, ENCRYPTION_KEY });
    expect([code, stderr]).toEqual([1, expect.stringContaining('The database refuses the connection: ')]);
    await database.drop();
  });

  it('refuses wrong credentials of the standby, which would never be read', async () => {
    const database = await createTestDatabase();
    const url = Object.assign(new URL(database.url), { username: 'nobody', password: 'wrong' }).href;
    const env = { DATABASE_URL: database.url, DATABASE_READ_URL: url, ENCRYPTION_KEY };
    const { code, stderr } = await service({ ...env, PORT: String(await freePort()) });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('The standby of DATABASE_READ_URL refuses the connection: '),
    ]);
    await database.drop();
  });

  it('starts without the standby, and the log says so', async () => {
    const database = await createTestDatabase();
    const DATABASE_READ_URL = `postgres://127.0.0.1:${await freePort()}/none`;
    const { child, output, until } = await spawnService(database.url, { DATABASE_READ_URL });
    const ended = once(child, 'exit');
    await until((said) => said.includes('listens on'));
    expect(output()).toContain('standby is away, the primary answers instead');
    child.kill('SIGTERM');
    await ended;
    await database.drop();
  });

  it('[D-223] says what a role needs that may not make tables', async () => {
    const database = await createEmptyDatabase();
    const role = new URL(database.url).pathname.slice(1);
    await query({ databaseUrl: database.url }, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'secret' }).href;
    const { code, stderr } = await service({ DATABASE_URL: url, ENCRYPTION_KEY });
    expect([code, stderr]).toEqual([
      1,
      `The service can't start: The role ${role} may not migrate the database ${role} (permission denied for schema ` +
        'public): make it the owner of the database, or set DATABASE_MIGRATION_URL to the owner.\n',
    ]);
    await query({ databaseUrl: database.url }, `DROP ROLE ${role}`);
    await database.drop();
  });

  it('[D-224] lets the service start when it comes, and the log names the build', async () => {
    const database = await createTestDatabase();
    const databasePort = await freePort();
    const away = Object.assign(new URL(database.url), {
      hostname: '127.0.0.1',
      port: String(databasePort),
    }).href;
    const { child, url, output, until } = await spawnService(away, { ENCRYPTION_KEY, GIT_COMMIT: 'abc123' });
    const ended = once(child, 'exit');
    const says = (text: string) => until((said) => said.includes(text));
    await says('database is away, the start waits for it');
    const way = await forwardTo(database.url, databasePort);
    await says('listens on');
    expect(output()).toMatch(/"version":"\d+\.\d+\.\d+","commit":"abc123".*"msg":"service starts"/);
    const live = (await (await fetch(`${url}/health/live`)).json()) as object;
    expect(live).toEqual({ status: 'ok', version: expect.any(String), commit: 'abc123' });
    child.kill('SIGTERM');
    await ended;
    await way.cut();
    await database.drop();
  });
});
