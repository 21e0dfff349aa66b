import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Dump } from '../../database/backup/dump.js';
import { Sha256 } from '../../database/backup/sha256-stream.js';
import { DiskStore } from '../../image/store/disk-store.js';
import { stateOf, type KeptImage } from '../../image/store/kept-images.js';
import type { Build } from '../../shared/build.js';
import { StartError } from '../../shared/errors/start-error.js';
import { UsageError } from '../command.js';
import { syncFolder } from '../../shared/files/sync-folder.js';

const MANIFEST = 'manifest.json';

/** The contents of a backup, stored as `manifest.json`. */
export interface Manifest {
  readonly format: 1;
  readonly build: Build;
  readonly created: string;
  readonly database: Dump;
  /** Null when the backup was made without images. */
  readonly images: readonly KeptImage[] | null;
}

/**
 * Creates a backup's folder. It gets its name only after `fill` has succeeded and everything is
 * synced.
 * @throws UsageError if the folder exists already, or its parent does not
 */
export async function makeBackupFolder<Result>(
  name: string,
  fill: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = resolve(name);
  if (await stat(folder).catch(() => undefined)) throw new UsageError(`${folder} exists already.`);
  const parent = dirname(folder);
  if (!(await stat(parent).catch(() => undefined))?.isDirectory()) {
    throw new UsageError(`There is no folder ${parent} for the backup.`);
  }
  const partial = await mkdtemp(`${folder}.partial-`);
  // What is being written meanwhile may add a file during the removal.
  const remove = () => rmSync(partial, { recursive: true, force: true, maxRetries: 10 });
  // A signal ends the process in the middle of `fill`.
  process.once('exit', remove);
  try {
    const result = await fill(partial);
    await syncFolder(partial);
    await rename(partial, folder);
    await syncFolder(dirname(folder));
    return result;
  } finally {
    process.off('exit', remove);
    remove();
  }
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST), 'wx', 0o600);
  await file.writeFile(JSON.stringify(manifest, null, 2));
  await file.sync();
  await file.close();
}

/** @throws UsageError if the folder is not a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
    if (manifest.format === 1) return manifest;
  } catch {
    // The error below covers it.
  }
  throw new UsageError(
    `${folder} is no complete backup: it has no ${MANIFEST} that this release understands.`,
  );
}

/**
 * Reads the whole backup.
 * @throws StartError that names missing and damaged files
 */
export async function checkBackup(folder: string, { database, images }: Manifest): Promise<void> {
  const bad: string[] = [];
  for (const { file, sha256 } of database.tables) {
    if ((await sha256Of(join(folder, file))) !== sha256) bad.push(file);
  }
  const store = new DiskStore(folder);
  for (const image of images ?? []) if ((await stateOf(store, image)) !== 'good') bad.push(image.key);
  if (bad.length > 0) throw new StartError(`The backup ${folder} is damaged: ${bad.join(', ')}.`);
}

async function sha256Of(file: string): Promise<string | undefined> {
  const sha256 = new Sha256();
  try {
    await pipeline(createReadStream(file), sha256.resume());
    return sha256.hex;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
