import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { RawDisk, DiskUnreadable } from '../../src/image/jobs/raw-disk.js';
import { compressDisk } from '../../src/image/jobs/compress-disk.js';
import { DiskStore } from '../../src/image/store/disk-store.js';
import { Unavailable } from '../../src/shared/errors/errors.js';

let folder: string;
let disks: string;
let images: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
  disks = join(folder, 'disks');
  images = join(folder, 'images');
  await mkdir(join(disks, 'web-1'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

describe('capturing a disk', () => {
  it('[Images rule 2] stores its bytes as gzip, with their SHA-256', async () => {
    const raw = Buffer.concat([randomBytes(3_000_000), Buffer.alloc(5_000_000), randomBytes(7)]);
    await writeFile(join(disks, 'web-1', 'boot.raw'), raw);
    const disk = await RawDisk.open(disks, 'web-1/boot.raw');
    const store = new DiskStore(images);
    const stored = await compressDisk(store, '1-a', disk, never);
    await disk.close();
    const bytes = await buffer(await store.read('1-a'));
    expect(stored).toEqual({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() });
    expect(gunzipSync(bytes).equals(raw)).toBe(true);
  });

  it('[D-124] fails for a disk that becomes shorter, and leaves nothing', async () => {
    await writeFile(join(disks, 'boot.raw'), randomBytes(4_000_000));
    const disk = await RawDisk.open(disks, 'boot.raw');
    await truncate(join(disks, 'boot.raw'), 3_000_000);
    await expect(compressDisk(new DiskStore(images), '1-a', disk, never)).rejects.toBeInstanceOf(
      DiskUnreadable,
    );
    await disk.close();
    expect(await readdir(images)).toEqual([]);
  });

  it('captures a growing disk at the size that it had when opened', async () => {
    await writeFile(join(disks, 'boot.raw'), Buffer.from('as it was'));
    const disk = await RawDisk.open(disks, 'boot.raw');
    await appendFile(join(disks, 'boot.raw'), ', and more');
    const store = new DiskStore(images);
    await compressDisk(store, '1-a', disk, never);
    await disk.close();
    expect(gunzipSync(await buffer(await store.read('1-a'))).toString()).toBe('as it was');
  });

  it('reports a failing store as unavailable, not as a fault of the disk', async () => {
    await writeFile(join(disks, 'boot.raw'), randomBytes(4_000_000));
    const disk = await RawDisk.open(disks, 'boot.raw');
    const away = new DiskStore(join(disks, 'boot.raw', 'below'));
    await expect(compressDisk(away, '1-a', disk, never)).rejects.toBeInstanceOf(Unavailable);
    await disk.close();
  });

  it('[D-124] the signal stops it, and leaves nothing', async () => {
    await writeFile(join(disks, 'boot.raw'), randomBytes(4_000_000));
    const disk = await RawDisk.open(disks, 'boot.raw');
    const storing = compressDisk(new DiskStore(images), '1-a', disk, AbortSignal.abort());
    await expect(storing).rejects.toMatchObject({ name: 'AbortError' });
    await disk.close();
    expect(await readdir(images)).toEqual([]);
  });
});

describe('the source of a disk', () => {
  beforeEach(async () => {
    await writeFile(join(folder, 'secret'), 'secret');
    await symlink(join(folder, 'secret'), join(disks, 'link'));
    await symlink(folder, join(disks, 'folder'));
    await symlink(join(disks, 'web-1'), join(disks, 'inside'));
    await writeFile(join(disks, 'web-1', 'boot.raw'), 'raw');
    await mkdir(join(folder, 'disks-2'));
    await writeFile(join(folder, 'disks-2', 'boot.raw'), 'raw');
    execFileSync('mkfifo', [join(disks, 'pipe')]);
  });

  it.each([
    ['../secret', 'goes up'],
    ['web-1/../../secret', 'goes up on the way'],
    ['/etc/passwd', 'is absolute'],
    ['link', 'is a link that leaves'],
    ['folder/secret', 'has a link on its way that leaves'],
    ['../disks-2/boot.raw', 'has a neighbour with the same beginning'],
    ['web-1', 'is a folder'],
    ['.', 'is the folder itself'],
    ['pipe', 'is a pipe'],
    ['web-1/none.raw', 'is not there'],
    ['nul\0l', 'is no file name'],
  ])('[D-61] refuses %s: it %s', async (source) => {
    await expect(RawDisk.open(disks, source)).rejects.toBeInstanceOf(DiskUnreadable);
  });

  it('[D-61] follows a link that stays inside', async () => {
    const disk = await RawDisk.open(disks, 'inside/boot.raw');
    expect(disk.bytes).toBe(3);
    await disk.close();
  });

  it('refuses every source without DISK_DIR', async () => {
    await expect(RawDisk.open(undefined, 'web-1/boot.raw')).rejects.toThrow('DISK_DIR is not set');
  });
});
