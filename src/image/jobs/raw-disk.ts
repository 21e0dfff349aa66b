import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { BATCH_BYTES } from '../store/batches.js';

/** The disk can't be read, and a retry would not help: the capture has failed (D-124). */
export class DiskUnreadable extends Error {
  /**
   * @param message the exact reason, for the operator's log
   * @param shown the reason in the customer's event (D-268)
   */
  constructor(
    message: string,
    readonly shown = 'The disk could not be read.',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The raw bytes of an instance's disk, opened for one read. */
export class RawDisk {
  private constructor(
    private readonly file: FileHandle,
    readonly bytes: number,
  ) {}

  /**
   * @param diskDir `DISK_DIR`; the source must be inside it, also after links are followed
   * (platform-api.md: `source`).
   * @throws DiskUnreadable
   */
  static async open(diskDir: string | undefined, source: string): Promise<RawDisk> {
    if (diskDir === undefined) throw new DiskUnreadable('DISK_DIR is not set');
    try {
      const folder = await realpath(diskDir);
      const path = await realpath(join(folder, source));
      if (!path.startsWith(folder + sep)) throw new DiskUnreadable('the source leaves DISK_DIR');
      // Opening a pipe without this flag waits for its writer.
      const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const { size } = await file.stat();
      return new RawDisk(file, size).requireFile();
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** The bytes up to the size that the disk had when it was opened. */
  async *read(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; at < this.bytes;) {
        const length = Math.min(BATCH_BYTES, this.bytes - at);
        const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(length), 0, length, at);
        if (bytesRead === 0)
          throw new DiskUnreadable('the disk became shorter', 'The disk became smaller while it was read.');
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    } catch (error) {
      throw unreadable(error);
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async requireFile(): Promise<this> {
    if ((await this.file.stat()).isFile()) return this;
    await this.close();
    throw new DiskUnreadable('the source is no file');
  }
}

function unreadable(error: unknown): DiskUnreadable {
  if (error instanceof DiskUnreadable) return error;
  return new DiskUnreadable((error as Error).message, undefined, { cause: error });
}
