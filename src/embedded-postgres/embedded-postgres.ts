import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster, SUPERUSER, type Cluster } from './cluster.js';
import { isPostmasterOf, stopPostmaster } from './postmaster.js';
import { identityOf, isHalted, isStillAlive } from './processes.js';
import { ensureServer } from './server-process.js';
import { withStartLock } from './start-lock.js';

const WATCH_MILLISECONDS = 250;
/** A debugger may halt a server briefly. */
const HALTED_MILLISECONDS = 15_000;

export interface EmbeddedPostgresOptions {
  /** Created if it is missing. The database is in its folder `postgres`. */
  dataDir: string;
  /** Server settings, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Called when the server has died, and again with the reason when a restart has failed. */
  onLost?: (error: Error) => void;
}

/**
 * Starts PostgreSQL from the binaries that npm installed, or takes over the server that a killed
 * process left on the same data directory. Resolves when the server accepts connections.
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
 * Watches a running server, and restarts it on the same port when it dies (D-175). Several
 * processes may share a server: the process that started it, or took it over from a dead process,
 * stops it. When that one has died, each of them does. Each process may restart it.
 */
export class EmbeddedPostgres {
  private readonly mark = `${identityOf(process.pid)} ${randomUUID()}`;
  private watch?: NodeJS.Timeout;
  private recovery?: Promise<void>;
  private pid = 0;
  private port?: number;
  private haltedSince?: number;
  private readonly stopping = new AbortController();

  /** Use `startEmbeddedPostgres`. */
  constructor(
    private readonly cluster: Cluster,
    private readonly lock: string,
    private readonly options: EmbeddedPostgresOptions,
  ) {}

  get url(): string {
    return `postgres://${SUPERUSER}:${this.cluster.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server unless it is running. The caller holds the start lock. */
  async bringUp(): Promise<void> {
    const owner = this.owner();
    const { signal } = this.stopping;
    const launch = {
      settings: this.options.settings ?? {},
      port: this.port,
      preferredPort: owner.port,
      signal,
    };
    const server = await ensureServer(this.cluster, launch);
    this.pid = server.pid;
    this.port ??= server.port;
    if (server.isNew || !isStillAlive(owner.process))
      writeFileSync(this.ownerFile, `${this.mark} ${this.port}`);
    this.watch ??= setInterval(() => this.check(), WATCH_MILLISECONDS).unref();
  }

  /**
   * Stops watching, and stops the server if this process or a dead one owns it. Ends a restart that
   * waits for the port or the lock (D-176).
   */
  async stop(): Promise<void> {
    clearInterval(this.watch);
    this.stopping.abort();
    await this.recovery;
    const owner = this.owner();
    if (owner.mark === this.mark || !isStillAlive(owner.process))
      await stopPostmaster(this.cluster.data, this.pid);
  }

  private check(): void {
    if (this.recovery || this.isWorking()) return;
    this.options.onLost?.(new Error(`The embedded PostgreSQL (process ${this.pid}) is gone`));
    const { signal } = this.stopping;
    this.recovery = withStartLock(this.lock, () => this.bringUp(), signal)
      .catch((error: Error) => {
        if (!signal.aborted) this.options.onLost?.(error);
      })
      .finally(() => (this.recovery = undefined));
  }

  private isWorking(): boolean {
    if (!isPostmasterOf(this.cluster.data, this.pid)) return false;
    if (!isHalted(this.pid)) this.haltedSince = undefined;
    else this.haltedSince ??= Date.now();
    return this.haltedSince === undefined || Date.now() - this.haltedSince < HALTED_MILLISECONDS;
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
