import { lchownSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The system account of the server; empty for this process's own account. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root. As root, start it as the owner of the existing data, or
 * without data as `postgres` or `nobody`.
 */
export function serverAccount(dataFolder: string): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner) return { uid: owner.uid, gid: owner.gid };
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (!account)
    throw new EmbeddedPostgresError(
      'PostgreSQL can\'t run as root, and there is no account "nobody": set DATABASE_URL.',
    );
  return account;
}

/** Whether the account can enter the folder and read its public files. */
export function canReach(account: ServerAccount, folder: string): boolean {
  if (account.uid === undefined) return true;
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (!mayEnter(account, path)) return false;
    if (path === dirname(path)) return true;
  }
}

/** Makes the account the owner of the files and folders, and of links themselves. */
export function giveTo({ uid, gid }: ServerAccount, ...paths: string[]): void {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) lchownSync(path, uid, gid);
}

function mayEnter(account: ServerAccount, path: string): boolean {
  const { mode, uid, gid } = statSync(path);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function accountNamed(name: string): ServerAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return line ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
