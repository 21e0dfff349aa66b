import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ImageStore } from '../../src/image/store/image-store.port.js';
import { NotFound } from '../../src/shared/errors/errors.js';

/** The tests that every image store must pass. `open` opens an empty store. */
export function describeImageStore(open: () => Promise<ImageStore>): void {
  let store: ImageStore;
  beforeEach(async () => {
    store = await open();
  });

  const put = async (key: string, ...batches: Buffer[]) => {
    const writer = await store.create(key);
    for (const batch of batches) await writer.write(batch);
    await writer.commit();
  };
  const keys = async () => {
    const found = new Set<string>();
    for await (const { key } of store.list('images/')) found.add(key);
    return [...found].sort();
  };

  it('reads what was committed', async () => {
    const batches = [randomBytes(1 << 20), randomBytes(1 << 20), randomBytes(17)];
    await put('images/7-a', ...batches);
    expect((await buffer(await store.read('images/7-a'))).equals(Buffer.concat(batches))).toBe(true);
  });

  it('reads an object of more than one part', async () => {
    const batches = Array.from({ length: 20 }, () => randomBytes(1 << 20));
    await put('images/7-a', ...batches);
    expect((await buffer(await store.read('images/7-a'))).equals(Buffer.concat(batches))).toBe(true);
  });

  it.each([
    [0, 0, '0'],
    [0, 9, '0123456789'],
    [3, 5, '345'],
    [9, 9, '9'],
  ])('reads bytes %i to %i', async (first, last, text) => {
    await put('images/7-a', Buffer.from('0123456789'));
    expect((await buffer(await store.read('images/7-a', { first, last }))).toString()).toBe(text);
  });

  it('hides an object until its commit, but lists its key', async () => {
    const writer = await store.create('images/7-a');
    for (let batch = 0; batch < 20; batch++) await writer.write(randomBytes(1 << 20));
    await expect(store.read('images/7-a')).rejects.toThrow(NotFound);
    expect(await keys()).toEqual(['images/7-a']);
    await writer.commit();
    expect(await keys()).toEqual(['images/7-a']);
  });

  it('leaves nothing after an abort', async () => {
    const writer = await store.create('images/7-a');
    for (let batch = 0; batch < 20; batch++) await writer.write(randomBytes(1 << 20));
    await writer.abort();
    expect(await keys()).toEqual([]);
    await expect(store.read('images/7-a')).rejects.toThrow(NotFound);
  });

  it('deletes objects and unfinished ones, and ignores missing ones', async () => {
    await put('images/7-a', Buffer.from('a'));
    await put('images/7-b', Buffer.from('b'));
    const left = await store.create('images/7-c');
    for (let batch = 0; batch < 20; batch++) await left.write(randomBytes(1 << 20));
    for (const key of ['images/7-a', 'images/7-c', 'images/7-d']) await store.delete(key);
    expect(await keys()).toEqual(['images/7-b']);
    await left.abort();
  });

  it('lists one folder, with the time of the last change', async () => {
    const before = Date.now() - 60_000;
    for (const key of ['7-a', 'images/7-b', 'images/deeper/7-c']) await put(key, Buffer.from('a'));
    const listed = async (folder: string) => {
      const found: string[] = [];
      for await (const { key, modified } of store.list(folder)) {
        expect(modified.getTime()).toBeGreaterThan(before);
        found.push(key);
      }
      return found;
    };
    expect(await listed('')).toEqual(['7-a']);
    expect(await listed('images/')).toEqual(['images/7-b']);
  });

  it('writes, replaces and reads a text', async () => {
    expect(await store.readText('marker')).toBeUndefined();
    await Promise.all([store.writeText('marker', 'one'), store.writeText('marker', 'one')]);
    expect(await store.readText('marker')).toBe('one');
    await store.writeText('marker', 'two');
    expect(await store.readText('marker')).toBe('two');
  });

  it('lists no keys when empty', async () => {
    expect(await keys()).toEqual([]);
  });
}
