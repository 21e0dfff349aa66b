import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const NOBODY = 65534;
const IS_ROOT = process.getuid?.() === 0;

/** The user of a process that is not root's: another user if the test runs as root, otherwise its own. */
export const A_USER = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {};

const started: ChildProcess[] = [];

export interface Service {
  url: string;
  /** The pid of the database server. */
  serverPid(): number;
  /** Resolves when it has noticed that the server died. */
  lost(): Promise<void>;
  /** Stops it with SIGTERM. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Runs the program of an installation on a data directory. Rejects with its output if it fails. */
export async function startService(
  installation: string,
  dataDir: string,
  { account = {}, nodeOptions = '' } = {},
): Promise<Service> {
  const child = spawn(process.execPath, [join(installation, 'service.mjs'), dataDir], {
    ...account,
    cwd: '/',
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  started.push(child);
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += text));
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(() => Promise.reject(new Error(complaint))),
  ]);
  return {
    url,
    serverPid: () => serverPid(dataDir),
    lost: async () => void (await once(lines, 'line')),
    stop: async () => void (child.stdin.end(), await exited),
    kill: async () => void (child.kill('SIGKILL'), await exited),
  };
}

/** Kills the processes that a failed test did not stop. */
export async function killServices(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

export function serverPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Executes a statement on a new connection. @returns its rows */
export async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** As `run`, but tries again until the server answers. */
export async function runWhenBack(url: string, sql: string): Promise<unknown[]> {
  for (;;) {
    const rows = await run(url, sql).catch(() => undefined);
    if (rows) return rows;
    await setTimeout(20);
  }
}

/** Listens on the port of a server that a test has killed. */
export async function listenWhenFree(port: number): Promise<Server> {
  for (;;) {
    const server = createServer().listen(port, '127.0.0.1');
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isListening) return server;
    await setTimeout(20);
  }
}

/** Resolves when the server's log has this text. */
export async function logged(dataDir: string, text: string): Promise<void> {
  while (!readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8').includes(text)) await setTimeout(20);
}
