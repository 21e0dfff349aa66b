import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from '../../support/free-port.js';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../src/embedded-postgres/embedded-postgres.js';
import { isAlive } from '../../../src/embedded-postgres/processes.js';
import { packageRoot } from '../../../src/shared/package-root.js';
import { runWhenBack, serverPid } from '../../embedded/services.js';
import { startProxy, untilReady, type Ports, type Program } from '../../stack/programs.js';
import { PLATFORM_TOKEN } from '../../support/app.js';
import { axfrPeer, record, serving, type AxfrPeer } from '../../support/axfr-peer.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-postgres.js';

/** The processes that a test may kill. `database server` kills PostgreSQL with all its processes; after `database backend` PostgreSQL restarts them. */
export type Victim = 'replica' | 'database server' | 'database backend' | 'balancer';

/** The number of records in every zone that the deployment's nameserver transfers. */
export const ZONE_RECORDS = 20;

/** Measurements that a replica reports. */
export interface Measured {
  readonly heapBytes: number;
  readonly handles: number;
  readonly loopDelayMs: number;
}

interface Running {
  readonly running: number;
}

/** The built service as deployed: two replicas and their own PostgreSQL, behind Debian's HAProxy. */
export class Deployment {
  private replicas: ChildProcess[] = [];
  private balancer!: Program;

  private constructor(
    private readonly folder: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly nameserver: AxfrPeer,
    private readonly ports: Ports,
    private readonly env: Record<string, string>,
  ) {}

  /** @param env settings beyond those of the test's own system */
  static async start(env: Record<string, string> = {}): Promise<Deployment> {
    const folder = makeTemporaryFolder();
    for (const part of ['balancer', 'data', 'disks']) mkdirSync(join(folder, part));
    // A killed process loses nothing that it has handed to the operating system.
    const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });
    const nameserver = await axfrPeer((asked) => {
      const hosts = Array.from({ length: ZONE_RECORDS }, (_, n) => `h${n}.${asked.name}`);
      serving(hosts.map((host) => record('A', host, '192.0.2.1')))(asked);
    });
    const [customers, platform, ...replicas] = (await freePorts(4)) as [number, number, number, number];
    const system = new Deployment(folder, postgres, nameserver, { customers, platform, replicas }, env);
    system.replicas = await Promise.all(replicas.map((port) => system.startReplica(port)));
    system.balancer = await startProxy(system.ports, join(folder, 'balancer'));
    return system;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  /** Where customers come, by way of the balancer. */
  get url(): string {
    return `http://127.0.0.1:${this.ports.customers}`;
  }

  get platformUrl(): string {
    return `http://127.0.0.1:${this.ports.platform}`;
  }

  /** The replicas themselves. */
  get replicaUrls(): readonly string[] {
    return this.ports.replicas.map((port) => `http://127.0.0.1:${port}`);
  }

  /** Ends it with SIGKILL and starts it again; resolves when all of the system answers. */
  async kill(victim: Victim, which: number): Promise<void> {
    if (victim === 'replica') await this.killReplica(which % this.replicas.length);
    if (victim === 'database server') await this.killServer();
    if (victim === 'database backend') await this.killBackend(which);
    if (victim === 'balancer') await this.killBalancer();
    await Promise.all([...this.replicaUrls, this.url].map(untilReady));
  }

  /** All replicas' clocks go ahead by so much. */
  async forward(seconds: number): Promise<void> {
    await Promise.all(
      this.replicas.map((replica) => ask(replica, { question: 'running', forwardMs: seconds * 1000 })),
    );
  }

  /** Resolves when no replica is at work on a request, be it one whose sender was cut off. */
  async untilIdle(): Promise<void> {
    for (let running = 1; running > 0; await setTimeout(20)) {
      const counts = this.replicas.map((replica) => ask(replica, { question: 'running' }));
      running = (await Promise.all(counts)).reduce<number>((sum, one) => sum + (one as Running).running, 0);
    }
  }

  async measured(): Promise<Measured[]> {
    return Promise.all(
      this.replicas.map((replica) => ask(replica, { question: 'measure' }) as Promise<Measured>),
    );
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    const ended = this.replicas.map((replica) => once(replica, 'exit'));
    for (const replica of this.replicas) replica.kill('SIGTERM');
    await Promise.all(ended);
    await this.postgres.stop();
    await this.nameserver.close();
    await removeTemporaryFolder(this.folder);
  }

  private async startReplica(port: number): Promise<ChildProcess> {
    const settings = {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: this.url,
      DATABASE_URL: this.postgres.url,
      DATA_DIR: join(this.folder, 'data'),
      DISK_DIR: join(this.folder, 'disks'),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      PLATFORM_TOKEN,
      TRUSTED_PROXIES: '127.0.0.1',
      AXFR_ALLOWED_NETWORKS: '127.0.0.0/8',
      AXFR_PORT: String(this.nameserver.port),
      RESOLVERS: '127.0.0.1:9',
      LOG_LEVEL: 'fatal',
      ...this.env,
    };
    const program = join(packageRoot, 'test/faults/support/replica.mjs');
    const replica = spawn(process.execPath, ['--expose-gc', program], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await untilReady(`http://127.0.0.1:${port}`);
    return replica;
  }

  private async killReplica(index: number): Promise<void> {
    const replica = this.replicas[index]!;
    replica.kill('SIGKILL');
    await once(replica, 'exit');
    this.replicas[index] = await this.startReplica(this.ports.replicas[index]!);
  }

  /** It is watched, and restarted where it was. */
  private async killServer(): Promise<void> {
    const pid = serverPid(this.folder);
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) await setTimeout(5);
    await runWhenBack(this.postgres.url, 'SELECT');
  }

  private async killBackend(which: number): Promise<void> {
    const client = new pg.Client(this.postgres.url);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'cloud-account-service' ORDER BY pid`,
    );
    await client.end();
    if (rows.length > 0) process.kill(rows[which % rows.length]!.pid, 'SIGKILL');
    await runWhenBack(this.postgres.url, 'SELECT');
  }

  private async killBalancer(): Promise<void> {
    await this.balancer.stop('SIGKILL');
    this.balancer = await startProxy(this.ports, join(this.folder, 'balancer'));
  }
}

async function ask(replica: ChildProcess, question: object): Promise<unknown> {
  const answer = once(replica, 'message');
  replica.send(question);
  return (await answer)[0] as unknown;
}
