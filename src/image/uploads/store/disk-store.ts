import { mkdir, open, opendir, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { NotFound } from '../../../shared/errors/errors.js';
import { BATCH_BYTES } from '../batches.js';
import type { ByteRange, ImageStore, ImageWriter } from './image-store.port.js';
import { storeFailure } from './store-failure.js';

const UNFINISHED = '.part';
const SYNC_BYTES = 64 * BATCH_BYTES;

/** Images as files of one folder. A file gets its final name only after all its bytes are synced. */
export class DiskStore implements ImageStore {
  constructor(private readonly folder: string) {}

  async create(key: string): Promise<ImageWriter> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const unfinished = this.path(key) + UNFINISHED;
      return new FileWriter(await open(unfinished, 'wx', 0o600), unfinished, this.path(key), this.folder);
    } catch (error) {
      throw storeFailure(error);
    }
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

  async *keys(): AsyncGenerator<string> {
    try {
      for await (const entry of await opendir(this.folder)) {
        if (entry.isFile()) yield entry.name.replace(/\.part$/, '');
      }
    } catch (error) {
      if (!isMissing(error)) throw storeFailure(error);
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
    private readonly folder: string,
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
      await syncFolder(this.folder);
    } catch (error) {
      throw storeFailure(error);
    }
  }

  async abort(): Promise<void> {
    await this.file.close().catch(() => undefined);
    for (const path of [this.unfinished, this.path]) await rm(path, { force: true }).catch(() => undefined);
  }

  /** Syncs in the background while more is written, so that the final sync is short for every size. */
  private async sync(bytes: number): Promise<void> {
    this.unsyncedBytes += bytes;
    if (this.unsyncedBytes < SYNC_BYTES) return;
    this.unsyncedBytes = 0;
    await this.syncing;
    this.syncing = this.file.datasync();
    // The next `await` reports a failure.
    this.syncing.catch(() => undefined);
  }
}

/** A rename survives a crash only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
