import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORM_TOKEN } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePorts } from '../support/free-port.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { BUILT_MAIN, buildService, untilReady } from './programs.js';
import { Watch } from './watch.js';

export interface Replica {
  readonly url: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly child: ChildProcess;
}

interface How {
  readonly env?: Readonly<Record<string, string>>;
  /** What starts the program: a shell that sets its bounds first, for instance. */
  readonly command?: readonly string[];
  /** Those of a replica that was there before. */
  readonly ports?: readonly [number, number];
}

/** Replicas of the service, each a process of its own, under a Prometheus. */
export class Fleet {
  readonly folder = makeTemporaryFolder();
  watch!: Watch;
  private readonly databases: TestDatabase[] = [];
  private readonly running = new Set<Replica>();

  /** Starts replicas that share a database, and Prometheus. */
  static async start(...envs: Readonly<Record<string, string>>[]): Promise<Fleet> {
    buildService();
    const fleet = new Fleet();
    const url = await fleet.createDatabase();
    await Promise.all(envs.map((env) => fleet.run({ env: { DATABASE_URL: url, ...env } })));
    fleet.watch = await Watch.start(...fleet.metricsPorts());
    return fleet;
  }

  get replicas(): Replica[] {
    return [...this.running];
  }

  /** @returns the address of a database of its own. */
  async createDatabase(): Promise<string> {
    const database = await createTestDatabase();
    this.databases.push(database);
    return database.url;
  }

  /** Starts one more replica, which Prometheus then has found. Without DATABASE_URL it has a database of its own. */
  async add(how: How): Promise<Replica> {
    const replica = await this.run(how);
    this.discover();
    await this.watch.until(`up{${instance(replica)}}`, 1);
    return replica;
  }

  async kill(replica: Replica): Promise<void> {
    if (!this.running.delete(replica)) return;
    const ended = once(replica.child, 'exit');
    replica.child.kill('SIGKILL');
    await ended;
  }

  /** Kills the replica, and discovery forgets it. */
  async remove(replica: Replica): Promise<void> {
    await this.kill(replica);
    this.discover();
  }

  async stop(): Promise<void> {
    await this.watch.stop();
    for (const replica of this.replicas) await this.kill(replica);
    for (const database of this.databases) await database.drop();
    rmSync(this.folder, { recursive: true });
  }

  private async run({ env = {}, command = [], ports }: How): Promise<Replica> {
    const [port, metricsPort] = (ports ?? (await freePorts(2))) as [number, number];
    const settings = {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      HOST: '127.0.0.1',
      DATABASE_URL: env.DATABASE_URL ?? (await this.createDatabase()),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      PLATFORM_TOKEN,
      IMAGE_STORE: `file:${join(this.folder, `images-${port}`)}`,
      JOB_INTERVAL_SECONDS: '1',
      LOG_LEVEL: 'silent',
    };
    const [program, ...args] = [...command, process.execPath, BUILT_MAIN];
    const child = spawn(program!, args, { env: { ...process.env, ...settings, ...env }, stdio: 'ignore' });
    const replica = { url: `http://127.0.0.1:${port}`, port, metricsPort, child };
    this.running.add(replica);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the replica did not start')));
    await Promise.race([untilReady(replica.url), ended]);
    ended.catch(() => undefined);
    return replica;
  }

  private discover(): void {
    this.watch.targets('cloud-account', ...this.metricsPorts());
  }

  private metricsPorts(): number[] {
    return this.replicas.map(({ metricsPort }) => metricsPort);
  }
}

/** The label of a replica's series. */
export function instance({ metricsPort }: Replica): string {
  return `instance="127.0.0.1:${metricsPort}"`;
}
