import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { DiskStore } from '../../src/image/store/disk-store.js';
import { GzipCheck } from '../../src/image/uploads/gzip-check.js';
import { storeBytes } from '../../src/image/store/store-bytes.js';
import { NotFound, TooLarge, Unavailable } from '../../src/shared/errors/errors.js';

const pieces = (data: Buffer, pieceBytes: number) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < data.length; at += pieceBytes) yield data.subarray(at, at + pieceBytes);
    })(),
  );

describe('storing bytes', () => {
  let folder: string;
  let store: DiskStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'images-'));
    store = new DiskStore(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('[D-128] stores exactly the received bytes, with their length and SHA-256', async () => {
    const data = randomBytes(5_000_001);
    const stored = await storeBytes(store, '1-a', pieces(data, 65_536));
    expect(stored).toEqual({ bytes: 5_000_001, sha256: createHash('sha256').update(data).digest() });
    expect((await buffer(await store.read('1-a'))).equals(data)).toBe(true);
  });

  it('[D-128] refuses exactly at the limit', async () => {
    const data = randomBytes(3_000_000);
    await storeBytes(store, '1-a', pieces(data, 70_000), { maxBytes: 3_000_000 });
    const over = storeBytes(store, '1-b', pieces(data, 70_000), { maxBytes: 2_999_999 });
    await expect(over).rejects.toThrow(TooLarge);
    expect(await readdir(folder)).toEqual(['1-a']);
  });

  it('[D-129] keeps nothing of broken data, and allows another attempt', async () => {
    const whole = gzipSync(randomBytes(4_000_000));
    const broken = storeBytes(store, '1-a', pieces(whole.subarray(0, -1), 65_536), {
      check: new GzipCheck(1e9),
    });
    await expect(broken).rejects.toMatchObject({
      faults: [{ field: '', reason: 'Data must be a gzip-compressed disk image.' }],
    });
    expect(await readdir(folder)).toEqual([]);
    await storeBytes(store, '1-b', pieces(whole, 65_536), { check: new GzipCheck(1e9) });
    expect((await buffer(await store.read('1-b'))).equals(whole)).toBe(true);
  });

  it('[D-129] keeps nothing if the source fails', async () => {
    const source = Readable.from(
      (async function* () {
        yield randomBytes(2_000_000);
        throw new Error('dropped');
      })(),
    );
    await expect(storeBytes(store, '1-a', source)).rejects.toThrow('dropped');
    expect(await readdir(folder)).toEqual([]);
    await expect(store.read('1-a')).rejects.toThrow(NotFound);
  });

  it('reports a failing store as unavailable, with the cause', async () => {
    await writeFile(join(folder, 'file'), '');
    const away = new DiskStore(join(folder, 'file', 'below'));
    const storing = storeBytes(away, '1-a', pieces(randomBytes(10), 10));
    await expect(storing).rejects.toBeInstanceOf(Unavailable);
    await expect(storing).rejects.toMatchObject({ cause: { code: 'ENOTDIR' } });
  });
});
