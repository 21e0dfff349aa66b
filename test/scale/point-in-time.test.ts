import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { run as select } from '../embedded/services.js';
import { freePort } from '../support/free-port.js';
import { Client } from '../support/client.js';
import { downloadImage, makeUpload, send } from '../support/images.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { startReplica, type Program as Replica } from '../stack/programs.js';
import { DatabaseCluster, REPLICATOR, type DatabaseMachine } from './patroni.js';
import { deployed, makeFolder, POSTGRES_PROGRAMS, Program, run, write } from './program.js';

const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');

/** The commands of docs/operations.md, section Restore to a point in time. */
describe('a cluster with an archive of its WAL', () => {
  let folder: string;
  let archive: string;
  let cluster: DatabaseCluster;
  let replica: Replica | undefined;
  let url: string;

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    archive = makeFolder(folder, 'wal');
    const configuration = makeFolder(folder, 'configuration');
    write(join(configuration, 'patroni.yml'), deployed('patroni/patroni.yml', []));
    const ours: [string, string] = ['/var/lib/postgresql/wal', archive];
    write(join(configuration, 'archive.yml'), deployed('patroni/archive.yml', [ours]));
    cluster = await DatabaseCluster.start(folder, configuration);
    await startService();
  }, 300_000);

  afterAll(async () => {
    await replica?.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  async function startService(): Promise<void> {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    replica = await startReplica(port, cluster.url, folder);
  }

  /** Runs a program of the build with the service's settings, to its end. */
  async function ended(program: string, ...parameters: string[]): Promise<string> {
    const env = { ...process.env, DATABASE_URL: cluster.url, ENCRYPTION_KEY, DATA_DIR: folder };
    const command = [join(packageRoot, 'dist', program), ...parameters];
    const all = await promisify(execFile)(process.execPath, command, { env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return all.stdout + all.stderr;
  }

  it('[D-220] is restored as it was between two changes, and the image store waits for its new owner', async () => {
    const base = makeFolder(folder, 'base');
    const primary = await cluster.primary();
    await run(['pg_basebackup', `--pgdata=${base}`, '--checkpoint=fast', '--username', REPLICATOR.name], {
      PGHOST: '127.0.0.1',
      PGPORT: String(primary.postgresPort),
      PGPASSWORD: REPLICATOR.password,
    });
    const { client } = await makeAccount({ url });
    await makeVpc(client, { label: 'kept' });
    const upload = await makeUpload({ url }, client);
    done(await send(upload.address, gzipSync('the bytes of a disk')));
    const [{ moment }] = (await select(cluster.url, 'SELECT clock_timestamp()::text AS moment')) as [
      { moment: string },
    ];
    await makeVpc(client, { label: 'a mistake' });
    await untilArchived();
    await replica!.stop();
    replica = undefined;

    for (const machine of cluster.machines) await machine.stop();
    const [first, second] = cluster.machines as [DatabaseMachine, DatabaseMachine];
    for (const machine of cluster.machines) rmSync(machine.data, { recursive: true });
    await recover(first, base, moment);
    // For up to 30 s after a primary has stopped, etcd names it, and patronictl also asks for that name.
    await until(() => forgetCluster(first).then(() => true));
    first.start();
    await first.until('primary');
    second.start();
    await cluster.untilSafe();

    await until(async () => (await select(cluster.url, 'SELECT 1')).length === 1);
    await select(cluster.url, 'UPDATE image_store_owner SET generation = gen_random_uuid()');
    expect(await ended('main.js')).toMatch(
      /The service can't start: The image store .* admin -- image-store adopt/,
    );
    expect(await ended('admin/main.js', 'image-store', 'adopt', '--json')).toContain(
      '{"known":1,"unknown":0}',
    );
    await startService();
    const restored = new Client(url, client.token);
    const { data } = (await restored.get('/vpcs')).body as { data: { label: string }[] };
    expect(data.map(({ label }) => label)).toEqual(['kept']);
    expect((await downloadImage({ url }, upload.id)).status).toBe(200);
    expect((await restored.post('/vpcs', { label: 'afterwards', region: 'us-east' })).status).toBe(200);
  }, 400_000);

  /** Until the archive holds everything that has happened. */
  async function untilArchived(): Promise<void> {
    const [{ file }] = (await select(
      cluster.superuserUrl,
      'SELECT pg_walfile_name(pg_switch_wal()) AS file',
    )) as [{ file: string }];
    await until(() => Promise.resolve(existsSync(join(archive, file))));
  }

  /** Replays the archive on a copy of the base backup up to the moment. */
  async function recover(machine: DatabaseMachine, base: string, moment: string): Promise<void> {
    await run(['cp', '-a', base, machine.data]);
    write(join(machine.data, 'recovery.signal'), '');
    const settings = {
      restore_command: `cp "${archive}/%f" "%p"`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
      archive_mode: 'off',
      // Patroni's settings name the folder of the machine that the backup comes from.
      hba_file: join(machine.data, 'pg_hba.conf'),
      ident_file: join(machine.data, 'pg_ident.conf'),
      synchronous_standby_names: '',
      unix_socket_directories: '',
      listen_addresses: '127.0.0.1',
      port: String(machine.postgresPort),
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = Program.start(join(folder, 'recovery.log'), [
      join(POSTGRES_PROGRAMS, 'postgres'),
      '-D',
      machine.data,
      ...options,
    ]);
    const own = cluster.superuserUrl.replace(/:\d+\//, `:${machine.postgresPort}/`);
    await server.until(async () => {
      const rows = await select(own, 'SELECT 1 WHERE NOT pg_is_in_recovery()');
      return rows.length === 1;
    });
    await server.stop('SIGINT');
  }
});

function forgetCluster(machine: DatabaseMachine): Promise<string> {
  const configuration = join(packageRoot, 'deploy/patroni/patroni.yml');
  const remove = `patronictl --config-file ${configuration} remove cloud-account`;
  return machine.run(['sh', '-c', `printf 'cloud-account\\nYes I am aware\\n' | ${remove}`]);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await setTimeout(50);
}
