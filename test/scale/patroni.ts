import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../support/free-port.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { runWhenBack } from '../embedded/services.js';
import { createRoles, makeFolder, POSTGRES_PROGRAMS, Program, run } from './program.js';

const SUPERUSER = { name: 'postgres', password: 'superuser-of-the-tests' };
export const REPLICATOR = { name: 'replicator', password: 'replicator-of-the-tests' };
const PASSWORD = 'service-of-the-tests';

/** One machine of the database: Patroni and the PostgreSQL that it runs. */
export class DatabaseMachine {
  private program!: Program;

  constructor(
    readonly number: number,
    private readonly folder: string,
    private readonly etcd: number,
    readonly postgresPort: number,
    readonly patroniPort: number,
    private readonly configuration: string,
  ) {}

  start(): void {
    const command = ['patroni', this.configuration];
    this.program = Program.start(join(this.folder, 'patroni.log'), command, this.environment);
  }

  /** Runs a program to its end with this machine's settings. */
  run(command: readonly string[]): Promise<string> {
    return run(command, this.environment);
  }

  private get environment(): Record<string, string> {
    return {
      PATRONI_NAME: `machine-${this.number}`,
      ...addresses('PATRONI_RESTAPI', this.patroniPort),
      ...addresses('PATRONI_POSTGRESQL', this.postgresPort),
      PATRONI_POSTGRESQL_DATA_DIR: this.data,
      PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_PROGRAMS,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${this.etcd}`,
      PATRONI_SUPERUSER_USERNAME: SUPERUSER.name,
      PATRONI_SUPERUSER_PASSWORD: SUPERUSER.password,
      PATRONI_REPLICATION_USERNAME: REPLICATOR.name,
      PATRONI_REPLICATION_PASSWORD: REPLICATOR.password,
      HOME: this.folder,
    };
  }

  /** What Patroni says of its machine: `primary`, `replica`, `sync`. */
  async is(role: string): Promise<boolean> {
    const url = `http://127.0.0.1:${this.patroniPort}/${role}`;
    return (await fetch(url).catch(() => undefined))?.status === 200;
  }

  until(role: string): Promise<void> {
    return this.program.until(() => this.is(role));
  }

  /** Both at once, as when the power fails. */
  async kill(): Promise<void> {
    const postmaster = Number(readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    await this.program.stop('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
  }

  /** Patroni takes its PostgreSQL along. */
  stop(): Promise<void> {
    return this.program.stop();
  }

  /** PostgreSQL's data directory. */
  get data(): string {
    return join(this.folder, 'data');
  }
}

/** Two database machines that are one primary and one synchronous standby, and the way to whichever is which. */
export class DatabaseCluster {
  private constructor(
    readonly machines: readonly DatabaseMachine[],
    private readonly others: readonly Program[],
    private readonly ports: { primary: number; standbys: number },
  ) {}

  /** @param configuration Patroni's file, or a folder with several. */
  static async start(
    folder: string,
    configuration = join(packageRoot, 'deploy/patroni/patroni.yml'),
  ): Promise<DatabaseCluster> {
    const [client, peer, primary, standbys, ...rest] = (await freePorts(8)) as [
      number,
      number,
      number,
      number,
      ...number[],
    ];
    const etcd = startEtcd(makeFolder(folder, 'etcd'), client, peer);
    const machines = [1, 2].map(
      (number) =>
        new DatabaseMachine(
          number,
          makeFolder(folder, `machine-${number}`),
          client,
          rest[number - 1]!,
          rest[number + 1]!,
          configuration,
        ),
    );
    await etcd.until(async () => (await fetch(`http://127.0.0.1:${client}/health`)).ok);
    for (const machine of machines) machine.start();
    const ports = { primary, standbys };
    const cluster = new DatabaseCluster(machines, [etcd, startHaproxy(folder, ports, machines)], ports);
    await runWhenBack(cluster.superuserUrl, 'SELECT 1');
    await cluster.untilSafe();
    await cluster.createDatabase(join(folder, 'secrets'));
    return cluster;
  }

  get url(): string {
    return `postgres://cloud_account:${PASSWORD}@127.0.0.1:${this.ports.primary}/cloud_account`;
  }

  get standbyUrl(): string {
    return `postgres://cloud_account:${PASSWORD}@127.0.0.1:${this.ports.standbys}/cloud_account`;
  }

  async primary(): Promise<DatabaseMachine> {
    const roles = await Promise.all(this.machines.map((machine) => machine.is('primary')));
    return this.machines[roles.indexOf(true)]!;
  }

  /** Until what is acknowledged is on both. */
  async untilSafe(): Promise<void> {
    await Promise.race(this.machines.map((machine) => machine.until('sync')));
  }

  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
    for (const program of this.others) await program.stop();
  }

  get superuserUrl(): string {
    return `postgres://${SUPERUSER.name}:${SUPERUSER.password}@127.0.0.1:${this.ports.primary}/postgres`;
  }

  /** The same script as the compose file's. */
  private async createDatabase(secrets: string): Promise<void> {
    const env = {
      PGHOST: '127.0.0.1',
      PGPORT: String(this.ports.primary),
      PGPASSWORD: SUPERUSER.password,
      POSTGRES_USER: SUPERUSER.name,
    };
    await run(['createdb', '--username', SUPERUSER.name, 'cloud_account'], env);
    const passwords = { database: PASSWORD, nameserver: 'nameserver-of-the-tests' };
    await createRoles(secrets, env, passwords);
  }
}

function addresses(name: string, port: number): Record<string, string> {
  return { [`${name}_LISTEN`]: `127.0.0.1:${port}`, [`${name}_CONNECT_ADDRESS`]: `127.0.0.1:${port}` };
}

function startEtcd(folder: string, client: number, peer: number): Program {
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  return Program.start(join(folder, 'etcd.log'), [
    'etcd',
    `--data-dir=${folder}/data`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
  ]);
}

function startHaproxy(
  folder: string,
  ports: { primary: number; standbys: number },
  machines: readonly DatabaseMachine[],
): Program {
  const env: Record<string, string> = {
    PRIMARY_LISTEN: `127.0.0.1:${ports.primary}`,
    STANDBYS_LISTEN: `127.0.0.1:${ports.standbys}`,
  };
  for (const { number, postgresPort, patroniPort } of machines) {
    env[`POSTGRES_${number}`] = `127.0.0.1:${postgresPort}`;
    env[`PATRONI_${number}`] = `127.0.0.1:${patroniPort}`;
  }
  const file = join(packageRoot, 'deploy/patroni/haproxy.cfg');
  return Program.start(join(makeFolder(folder, 'haproxy'), 'haproxy.log'), ['haproxy', '-f', file], env);
}
