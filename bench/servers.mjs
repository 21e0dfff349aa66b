import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../dist/shared/database/embedded/embedded-postgres.js';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const PLATFORM_TOKEN = randomBytes(32).toString('hex');

/** A new PostgreSQL with its ordinary settings, the service on it, and beside it the bare server. */
export async function startServers() {
  const dataDir = join(root, '.data', 'bench');
  rmSync(dataDir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir });
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '10',
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PLATFORM_TOKEN,
    MAX_VPCS_PER_ACCOUNT: '1000000',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: '0',
  };
  const service = await listening(join(root, 'dist', 'main.js'), env);
  const bare = await listening(join(root, 'bench', 'bare-server.mjs'), env);
  const stop = async () => {
    await Promise.all([service.stop(), bare.stop()]);
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { databaseUrl: postgres.url, service, bare, stop };
}

/** Starts a program that says on its standard output where it listens. */
async function listening(program, env) {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
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
