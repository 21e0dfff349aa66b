import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { canReach, giveTo, type ServerAccount } from './server-account.js';

/**
 * Finds the folder with PostgreSQL's bin, lib and share: npm's folder, or a copy in `home` when the
 * server's account can't read npm's folder, or when links are missing there and can't be created.
 */
export function installBinaries(home: string, account: ServerAccount): string {
  const packaged = packageFolder();
  const native = join(packaged, 'native');
  if (isOpenTo(account, native) && tryToLink(packaged)) return native;
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `binaries-${version}`);
  if (!existsSync(copy)) copyBinaries(packaged, copy, account);
  return join(copy, 'native');
}

/**
 * Whether npm has installed the server for this platform. The container image does not contain it.
 */
export function isServerInstalled(): boolean {
  try {
    return packageFolder() !== '';
  } catch {
    return false;
  }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(`The embedded PostgreSQL (${name}) is not installed: set DATABASE_URL.`, {
      cause,
    });
  }
}

/**
 * npm may have unpacked the package for its owner only: its files are then closed although the
 * folders above are open.
 */
function isOpenTo(account: ServerAccount, native: string): boolean {
  return canReach(account, join(native, 'bin', 'postgres')) && canReach(account, join(native, 'lib'));
}

/** The package's install script creates these links; `npm ci --ignore-scripts` does not run it. */
function tryToLink(packaged: string): boolean {
  try {
    linkLibraries(packaged);
    return true;
  } catch {
    return false;
  }
}

function linkLibraries(packaged: string): void {
  const links = JSON.parse(readFileSync(join(packaged, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const path = join(packaged, target);
    if (!existsSync(path)) symlinkUnlessThere(relative(dirname(path), join(packaged, source)), path);
  }
}

function symlinkUnlessThere(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Copies under a temporary name first, so that an interrupted copy never looks complete. */
function copyBinaries(packaged: string, copy: string, account: ServerAccount): void {
  const side = `${copy}.new`;
  rmSync(side, { recursive: true, force: true });
  mkdirSync(side);
  cpSync(join(packaged, 'native'), join(side, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(side);
  const entries = readdirSync(side, { recursive: true, encoding: 'utf8' });
  giveTo(account, side, ...entries.map((entry) => join(side, entry)));
  renameSync(side, copy);
}

interface Link {
  source: string;
  target: string;
}
