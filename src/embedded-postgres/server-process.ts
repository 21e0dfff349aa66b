import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_ENVIRONMENT, type Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import {
  disownLockFile,
  endHalted,
  endLeftProcesses,
  runningPostmaster,
  type Postmaster,
} from './postmaster.js';
import { isHalted } from './processes.js';

const START_SECONDS = 60;
const LARGE_LOG_BYTES = 4 * 1024 * 1024;

/**
 * Another program uses the port, or processes of a killed server are still running. Both are
 * temporary.
 */
const PASSING =
  /could not bind|could not create any TCP\/IP sockets|shared memory block|"postmaster.pid" already exists/;

/** How to run a server. */
export interface Launch {
  settings: Record<string, string>;
  /** The only port to use; the start waits until it is free. */
  port?: number;
  /** The port to use if it is free. */
  preferredPort?: number;
  /** Ends the attempts. A server that is starting is awaited. */
  signal?: AbortSignal;
}

/**
 * Resolves with the cluster's server when it accepts connections: the running one, or a new one
 * (`isNew`), which first recovers the data of a killed server. The caller holds the start lock.
 * @throws EmbeddedPostgresError; the reason of the signal
 */
export async function ensureServer(
  cluster: Cluster,
  launch: Launch,
): Promise<Postmaster & { isNew: boolean }> {
  const until = Date.now() + START_SECONDS * 1000;
  let start: ServerStart | undefined;
  while (Date.now() < until) {
    const server = runningPostmaster(cluster.data);
    if (server && isHalted(server.pid)) endHalted(server);
    else if (server?.isReady) return { ...server, isNew: server.pid === start?.child.pid };
    if (!server) start = await nextStart(cluster, launch, start);
    await sleep(15);
  }
  throw new EmbeddedPostgresError(`PostgreSQL is not ready after ${START_SECONDS} s: see ${cluster.log}.`);
}

async function nextStart(cluster: Cluster, launch: Launch, previous?: ServerStart): Promise<ServerStart> {
  if (!previous) {
    launch.signal?.throwIfAborted();
    return startServer(cluster, launch, launch.port ?? launch.preferredPort ?? (await freePort()));
  }
  const failure = previous.failure();
  if (!failure) return previous;
  if (!PASSING.test(failure)) throw new EmbeddedPostgresError(failureToStart(failure, cluster));
  await sleep(200);
  launch.signal?.throwIfAborted();
  return startServer(cluster, launch, launch.port ?? (await freePort()));
}

/** PostgreSQL's own reason: its first FATAL or PANIC, or all output before it can write a log. */
function failureToStart(output: string, { data, log }: Cluster): string {
  const reason = /(?:FATAL|PANIC): +(.+)/.exec(output)?.[1] ?? output.replace(/\s+/g, ' ');
  return (
    `PostgreSQL did not start on ${data}: ${reason} (see ${log}). ` +
    'If the data is damaged, restore a backup with an empty DATA_DIR.'
  );
}

interface ServerStart {
  child: ChildProcess;
  /** Why it ended before it was ready; undefined while it is running. */
  failure(): string | undefined;
}

function startServer(cluster: Cluster, launch: Launch, port: number): ServerStart {
  endLeftProcesses(cluster.data);
  disownLockFile(cluster.data);
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...launch.settings };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(cluster.log);
  const child = spawn(
    join(cluster.programs, 'postgres'),
    ['-D', cluster.data, '-p', String(port), ...options],
    {
      ...cluster.account,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', log.descriptor, log.descriptor],
      detached: true,
    },
  );
  closeSync(log.descriptor);
  child.unref();
  let error: Error | undefined;
  child.once('error', (cause) => (error = cause));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ending = () =>
    readFileSync(cluster.log).subarray(log.position).toString().trim() || 'it ended without a word';
  return { child, failure: () => error?.message ?? (hasEnded() ? ending() : undefined) };
}

function openLog(file: string): { descriptor: number; position: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGE_LOG_BYTES) renameSync(file, `${file}.1`);
  return { descriptor: openSync(file, 'a', 0o600), position: size > LARGE_LOG_BYTES ? 0 : size };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
