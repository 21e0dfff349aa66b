import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serverAccount } from '../../src/embedded-postgres/server-account.js';
import { packageRoot } from '../../src/shared/package-root.js';

/** What servers run as that refuse to be root's: another user when we are root, else ourselves. */
const ACCOUNT = serverAccount(join(packageRoot, 'no-such-folder'));

/** Debian's PostgreSQL, whose programs are not on everybody's path. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin';

const PATH = `${POSTGRES_PROGRAMS}:${process.env.PATH}:/usr/sbin`;

/** A folder that the servers' user owns. */
export function makeFolder(...path: string[]): string {
  const folder = join(...path);
  mkdirSync(folder, { mode: 0o700 });
  return give(folder);
}

/** A file that the servers' user owns. */
export function write(file: string, text: string): string {
  writeFileSync(file, text, { mode: 0o600 });
  return give(file);
}

/** Makes the roles and rights of a new cluster, by the script of the compose file. @param secrets a new folder for the passwords */
export async function createRoles(
  secrets: string,
  env: Readonly<Record<string, string>>,
  { database, owner, nameserver }: Readonly<Record<'database' | 'nameserver', string> & { owner?: string }>,
): Promise<void> {
  makeFolder(secrets);
  write(join(secrets, 'database_password'), database);
  write(join(secrets, 'nameserver_password'), nameserver);
  await run(['sh', join(packageRoot, 'deploy/postgres/roles.sh')], {
    ...env,
    ...(owner !== undefined && { OWNER_PASSWORD: owner }),
    POSTGRES_DB: 'cloud_account',
    SECRETS: secrets,
  });
}

/** The text of a file of `deploy/`, with what is the deployment's own replaced: as often as it occurs, at least once. */
export function deployed(file: string, replacements: readonly (readonly [string, string])[]): string {
  let text = readFileSync(join(packageRoot, 'deploy', file), 'utf8');
  for (const [given, own] of replacements) {
    if (!text.includes(given)) throw new Error(`deploy/${file} says nothing of ${given}`);
    text = text.replaceAll(given, own);
  }
  return text;
}

/** Runs a program to its end as the servers' user. @returns what it printed. */
export async function run(command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const [program, ...parameters] = command as [string, ...string[]];
  const options = { ...ACCOUNT, cwd: '/', env: { ...process.env, ...env, PATH } };
  return (await promisify(execFile)(program, parameters, options)).stdout;
}

/** A server's program that runs until it is told to stop. What it says is in its log. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<unknown>,
    readonly log: string,
  ) {}

  static start(log: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
    const [program, ...parameters] = command as [string, ...string[]];
    const out = openSync(log, 'a');
    const options = { ...ACCOUNT, cwd: '/', env: { ...process.env, ...env, PATH } };
    const child = spawn(program, parameters, { ...options, stdio: ['ignore', out, out] });
    closeSync(out);
    return new Program(child, once(child, 'exit'), log);
  }

  get pid(): number {
    return this.child.pid!;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.isRunning) this.child.kill(signal);
    await this.ended;
  }

  /** Waits until it does what it is for; fails with its log when it ends instead. */
  async until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds().catch(() => false))) {
      if (!this.isRunning) throw new Error(readFileSync(this.log, 'utf8').slice(-4000));
      await setTimeout(50);
    }
  }
}

function give(path: string): string {
  const { uid, gid } = ACCOUNT;
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  return path;
}
