import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../dist/embedded-postgres/embedded-postgres.js';
import { parentOf } from './cpu.mjs';
import { freePort } from '../scripts/free-port.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const PLATFORM_TOKEN = randomBytes(32).toString('hex');
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
/** The address of the import peer. Imports use port 53 only. */
export const AXFR_ADDRESS = '127.53.0.1';

const SERVICE = join(root, 'dist', 'main.js');
const BARE = join(root, 'bench', 'bare-server.mjs');

/** Four processes of the service beside four of the bare server need more connections than PostgreSQL's default. */
const CONNECTIONS = { max_connections: '300' };

/** A new PostgreSQL, otherwise with default settings, and the servers on it. Each starts on first use. */
export class Servers {
  #postgres;
  #started = new Map();
  #keep;

  constructor(postgres, dataDir, keep) {
    this.#postgres = postgres;
    this.#keep = keep;
    this.dataDir = dataDir;
    this.databaseUrl = postgres.url;
  }

  /**
   * @param keep whether to reuse the databases of the last run, and to keep them
   * @param settings of PostgreSQL
   */
  static async start({ folder = 'bench', keep = false, settings = {} } = {}) {
    const dataDir = join(root, '.data', folder);
    if (!keep) rmSync(dataDir, { recursive: true, force: true });
    const servers = new Servers(
      await startEmbeddedPostgres({ dataDir, settings: { ...CONNECTIONS, ...settings } }),
      dataDir,
      keep,
    );
    servers.postmaster = await servers.#findPostmaster();
    return servers;
  }

  /** The service, with `workers` processes, and `settings` beside those of all rows. */
  service(workers = 1, database = '', settings = {}) {
    // An image store belongs to one database.
    const IMAGE_STORE = `file:${join(this.dataDir, `images${database}`)}`;
    const env = { WORKERS: String(workers), DATABASE_URL: this.#urlOf(database), IMAGE_STORE, ...settings };
    const name = `service ${workers} ${database}${Object.keys(settings)}`;
    return this.once(name, () => listening([SERVICE], this.env(env)));
  }

  /** The bare server, with `workers` processes. */
  bare(workers = 1) {
    const env = { BARE_WORKERS: String(workers) };
    return this.once(`bare ${workers}`, () => listening([BARE], this.env(env)));
  }

  /** Calls `start` at the first call for `name`. @param start returns an object with `stop` */
  once(name, start) {
    if (!this.#started.has(name)) this.#started.set(name, start());
    return this.#started.get(name);
  }

  /** Creates another database, unless the last run left it. @returns its URL */
  async createDatabase(name) {
    const client = new pg.Client(this.databaseUrl);
    await client.connect();
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return this.#urlOf(name);
  }

  env(more = {}) {
    return {
      ...process.env,
      DATABASE_URL: this.databaseUrl,
      DATABASE_POOL: '10',
      DATA_DIR: this.dataDir,
      ENCRYPTION_KEY,
      PLATFORM_TOKEN,
      MAX_DOMAINS_PER_ACCOUNT: '1000000',
      MAX_VPCS_PER_ACCOUNT: '1000000',
      MAX_PRIVATE_IMAGES: '1000000',
      AXFR_ALLOWED_NETWORKS: AXFR_ADDRESS,
      PUBLIC_URL: 'http://localhost:3000',
      // Unknown tokens count towards it.
      SIGNIN_RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      WORKERS: '1',
      ...more,
    };
  }

  /**
   * Stops the servers with several processes, so that idle ones take nothing from later rows.
   */
  async stopProcesses(workers) {
    for (const name of [`service ${workers} `, `bare ${workers}`]) {
      const server = await this.#started.get(name);
      this.#started.delete(name);
      await server?.stop();
    }
  }

  async stop() {
    const servers = await Promise.allSettled([...this.#started.values()].reverse());
    for (const { value } of servers) await value?.stop();
    await this.#postgres.stop();
    if (!this.#keep) rmSync(this.dataDir, { recursive: true, force: true });
  }

  #urlOf(database) {
    const url = new URL(this.databaseUrl);
    if (database) url.pathname = `/${database}`;
    return url.href;
  }

  async #findPostmaster() {
    const client = new pg.Client(this.databaseUrl);
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const postmaster = parentOf(rows[0].pid);
    await client.end();
    return postmaster;
  }
}

/** Starts a program on a free port, and waits until it prints its address. */
export async function listening([program, ...parameters], env) {
  const child = spawn(process.execPath, ['--no-warnings', program, ...parameters], {
    env: { ...env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /http:\/\/localhost:(\d+)/.exec(line);
      if (address) resolve(Number(address[1]));
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid, port, stop };
}
