import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { NotFound } from '../../shared/errors/errors.js';
import { syncFolder } from '../../shared/files/sync-folder.js';
import { BATCH_BYTES } from './batches.js';
import type { ByteRange, ImageStore, ImageWriter, StoredObject } from './image-store.port.js';
import { storeFailure } from './store-failure.js';

const UNFINISHED = '.part';
const SYNC_BYTES = 64 * BATCH_BYTES;

/** Images as files below one folder. A file gets its final name once all its bytes are synced. */
export class DiskStore implements ImageStore {
  constructor(private readonly folder: string) {}

  create(key: string): Promise<ImageWriter> {
    return this.writer(this.path(key), this.path(key) + UNFINISHED);
  }
  async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.path(key), 'r');
      return file.createReadStream({ start: range?.first, end: range?.last, highWaterMark: BATCH_BYTES });
    } catch (error) {
      throw isMissing(error) ? new NotFound() : storeFailure(error);
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await rm(this.path(key), { force: true });
      await rm(this.path(key) + UNFINISHED, { force: true });
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async *list(folder: string): AsyncGenerator<StoredObject> {
    try {
      for await (const entry of await opendir(this.path(folder))) {
        const modified = entry.isFile() && (await modifiedTime(join(entry.parentPath, entry.name)));
        if (modified) yield { key: folder + entry.name.replace(/\.part$/, ''), modified };
      }
    } catch (error) {
      if (!isMissing(error)) throw storeFailure(error);
    }
  }

  async readText(key: string): Promise<string | undefined> {
    try {
      return await readFile(this.path(key), 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storeFailure(error);
    }
  }

  async writeText(key: string, text: string): Promise<void> {
    // Unique, because replicas that start together write the same marker.
    const writer = await this.writer(this.path(key), `${this.path(key)}.${randomUUID()}${UNFINISHED}`);
    await writer.write(Buffer.from(text));
    await writer.commit();
  }

  private async writer(path: string, unfinished: string): Promise<ImageWriter> {
    try {
      await makeFolder(dirname(path));
      return new FileWriter(await open(unfinished, 'wx', 0o600), unfinished, path);
    } catch (error) {
      throw storeFailure(error);
    }
  }

  private path(key: string): string {
    return join(this.folder, key);
  }
}

class FileWriter implements ImageWriter {
  private unsyncedBytes = 0;
  private syncing: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: FileHandle,
    private readonly unfinished: string,
    private readonly path: string,
  ) {}

  async write(batch: Buffer): Promise<void> {
    try {
      for (let written = 0; written < batch.length;) {
        written += (await this.file.write(batch, written)).bytesWritten;
      }
      await this.sync(batch.length);
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async commit(): Promise<void> {
    try {
      await this.syncing;
      await this.file.sync();
      await this.file.close();
      await rename(this.unfinished, this.path);
      await syncFolder(dirname(this.path));
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async abort(): Promise<void> {
    await this.file.close().catch(() => undefined);
    for (const path of [this.unfinished, this.path]) await rm(path, { force: true }).catch(() => undefined);
  }

  /**
   * Syncs in the background while the next bytes are written, so that the final sync is short at
   * any size.
   */
  private async sync(bytes: number): Promise<void> {
    this.unsyncedBytes += bytes;
    if (this.unsyncedBytes < SYNC_BYTES) return;
    this.unsyncedBytes = 0;
    await this.syncing;
    this.syncing = this.file.datasync();
    // The next `await` throws the failure.
    this.syncing.catch(() => undefined);
  }
}

/** A new folder survives a crash only once its parent is synced. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncFolder(dirname(first));
}

/** Undefined when the file is missing: another process may have finished or deleted it. */
async function modifiedTime(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
