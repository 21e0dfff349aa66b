import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskStore } from '../../src/image/store/disk-store.js';
import { describeImageStore } from './image-store.contract.js';

describe('the disk store', () => {
  let folder: string;
  afterEach(() => rm(folder, { recursive: true, force: true }));

  describeImageStore(async () => {
    folder = await mkdtemp(join(tmpdir(), 'images-'));
    return new DiskStore(join(folder, 'images'));
  });

  it('writes to a temporary name, readable only by its own user', async () => {
    folder = await mkdtemp(join(tmpdir(), 'images-'));
    const store = new DiskStore(folder);
    const writer = await store.create('7-a');
    await writer.write(Buffer.from('a'));
    expect(await readdir(folder)).toEqual(['7-a.part']);
    await writer.commit();
    expect(await readdir(folder)).toEqual(['7-a']);
    expect((await stat(join(folder, '7-a'))).mode & 0o777).toBe(0o600);
  });
});
