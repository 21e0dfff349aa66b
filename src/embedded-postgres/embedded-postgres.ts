import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster, SUPERUSER, type Cluster } from './cluster.js';
import { isPostmasterOf, stopPostmaster } from './postmaster.js';
import { identityOf, isStillAlive } from './processes.js';
import { ensureServer } from './server-process.js';
import { withStartLock } from './start-lock.js';

const WATCH_MILLISECONDS = 250;

export interface EmbeddedPostgresOptions {
  /** Made when missing; the database lives in its folder `postgres`. */
  dataDir: string;
  /** Server settings, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Told when the server was found dead, and why an attempt to restart it failed. */
  onLost?: (error: Error) => void;
}

/**
 * Starts PostgreSQL from the binaries that npm installed, or adopts the server that a killed process left running
 * on the same data directory. Resolves when it accepts connections.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const lock = join(dataDir, 'postgres.lock');
  return withStartLock(lock, async () => {
    const postgres = new EmbeddedPostgres(await openCluster(dataDir), lock, options);
    await postgres.bringUp();
    return postgres;
  });
}

/**
 * A running server under watch: when it dies it is restarted on the same port (D-175). Several processes may
 * share one: whoever started it, or adopted it from a dead process, stops it, and the others restart it.
 */
export class EmbeddedPostgres {
  private readonly mark = `${identityOf(process.pid)} ${randomUUID()}`;
  private watch?: NodeJS.Timeout;
  private recovery?: Promise<void>;
  private pid = 0;
  private port?: number;

  /** Only `startEmbeddedPostgres` makes one. */
  constructor(
    private readonly cluster: Cluster,
    private readonly lock: string,
    private readonly options: EmbeddedPostgresOptions,
  ) {}

  get url(): string {
    return `postgres://${SUPERUSER}:${this.cluster.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** Makes the server run. The caller holds the start lock. */
  async bringUp(): Promise<void> {
    const owner = this.owner();
    const launch = { settings: this.options.settings ?? {}, port: this.port, preferredPort: owner.port };
    const server = await ensureServer(this.cluster, launch);
    this.pid = server.pid;
    this.port ??= server.port;
    if (server.isNew || !isStillAlive(owner.process))
      writeFileSync(this.ownerFile, `${this.mark} ${this.port}`);
    this.watch ??= setInterval(() => this.check(), WATCH_MILLISECONDS).unref();
  }

  /** Stops watching, and stops the server if it is ours to stop. */
  async stop(): Promise<void> {
    clearInterval(this.watch);
    await this.recovery;
    if (this.owner().mark === this.mark) await stopPostmaster(this.cluster.data, this.pid);
  }

  private check(): void {
    if (this.recovery || isPostmasterOf(this.cluster.data, this.pid)) return;
    this.options.onLost?.(new Error(`The embedded PostgreSQL (process ${this.pid}) is gone`));
    this.recovery = withStartLock(this.lock, () => this.bringUp())
      .catch((error: Error) => this.options.onLost?.(error))
      .finally(() => (this.recovery = undefined));
  }

  private owner(): { mark: string; process: string; port?: number } {
    const text = existsSync(this.ownerFile) ? readFileSync(this.ownerFile, 'utf8') : '';
    const [process = '', id = '', port] = text.split(' ');
    return { mark: `${process} ${id}`, process, port: Number(port) || undefined };
  }

  private get ownerFile(): string {
    return join(this.cluster.home, 'owner');
  }
}
