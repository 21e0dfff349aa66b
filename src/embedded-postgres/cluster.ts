import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installBinaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { openHome } from './home.js';
import { giveTo, serverAccount, type ServerAccount } from './server-account.js';

/** A database cluster on disk, and what the server needs to run it. */
export interface Cluster {
  home: string;
  data: string;
  log: string;
  programs: string;
  account: ServerAccount;
  password: string;
}

export const SUPERUSER = 'app';

/** The environment of the server and initdb, without variables that change their behaviour. */
export const SERVER_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Finds or creates the cluster of a data directory. The caller holds the start lock. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const home = openHome(dataDir);
  const data = join(home, 'data');
  const account = serverAccount(data);
  const programs = join(installBinaries(home, account), 'bin');
  const cluster = {
    home,
    data,
    log: join(home, 'postgres.log'),
    programs,
    account,
    password: password(home),
  };
  if (!existsSync(data)) await initialize(cluster);
  return cluster;
}

function password(home: string): string {
  const file = join(home, 'password');
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8');
}

/**
 * Runs initdb under a temporary name, so that an interrupted run never leaves a partial cluster.
 */
async function initialize(cluster: Cluster): Promise<void> {
  const side = `${cluster.data}.new`;
  const passwordFile = `${side}.password`;
  rmSync(side, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(side, { mode: 0o700 });
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  giveTo(cluster.account, side, passwordFile);
  const options = [
    '-D',
    side,
    '-U',
    SUPERUSER,
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
  ];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await promisify(execFile)(join(cluster.programs, 'initdb'), [...options, ...locale], {
    ...cluster.account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
  }).catch((cause: Error & { stderr?: string }) => {
    const reason = (cause.stderr || cause.message).trim().replace(/\s+/g, ' ');
    throw new EmbeddedPostgresError(`No database can be made in ${side}: ${reason}`, { cause });
  });
  rmSync(passwordFile);
  renameSync(side, cluster.data);
}
