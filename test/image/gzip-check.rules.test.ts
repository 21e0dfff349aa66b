import type { Invalid } from '../../src/shared/errors/errors.js';
import { shownFaults } from '../support/faults-of.js';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { GzipCheck } from '../../src/image/uploads/gzip-check.js';

const BROKEN = [{ field: '', reason: 'Data must be a gzip-compressed disk image.' }];
const TOO_LARGE = [{ field: '', reason: 'The image is too large.' }];
/** An empty file `test.img`, compressed with its name in the header. */
const EMPTY_OF_CLIENTS = Buffer.from('1f8b0808bdcbd0610003746573742e696d670003000000000000000000', 'hex');
const disk = Buffer.from('the raw bytes of a disk '.repeat(40));

async function inflatedBytes(data: Buffer, { maxBytes = 1 << 30, pieceBytes = data.length || 1 } = {}) {
  const check = new GzipCheck(maxBytes);
  try {
    for (let at = 0; at < data.length; at += pieceBytes)
      await check.write(data.subarray(at, at + pieceBytes));
    await check.end();
    return check.inflatedBytes;
  } finally {
    check.destroy();
  }
}

const faults = (data: Buffer, options?: { maxBytes?: number; pieceBytes?: number }) =>
  inflatedBytes(data, options).then(
    (bytes) => `accepted, ${bytes} bytes`,
    (error: Invalid) => shownFaults(error.faults),
  );

describe('accepts gzip data', () => {
  it.each<[string, Buffer, number]>([
    ['one member', gzipSync(disk), 960],
    ['stored without compression', gzipSync(disk, { level: 0 }), 960],
    ['several members', Buffer.concat([gzipSync(disk), gzipSync(disk), gzipSync('x')]), 1921],
    ['an empty member among others', Buffer.concat([gzipSync(''), gzipSync(disk), gzipSync('')]), 960],
    ['made by gzip, with a name in the header', execFileSync('sh', ['-c', 'printf 12345 | gzip -c -1']), 5],
    ['10,000 members of a byte', Buffer.concat(Array(10_000).fill(gzipSync('x'))), 10_000],
  ])('[D-129] %s', async (_case, data, bytes) => {
    expect(await inflatedBytes(data)).toBe(bytes);
  });

  it.each<[string, Buffer]>([
    ['gzip of nothing', gzipSync('')],
    ['with a file name, as clients of the live API send it', EMPTY_OF_CLIENTS],
    ['several members of nothing', Buffer.concat([gzipSync(''), gzipSync('')])],
  ])('[D-262] %s', async (_, data) => {
    expect(await inflatedBytes(data)).toBe(0);
    expect(await inflatedBytes(data, { pieceBytes: 1 })).toBe(0);
  });

  it('[D-129] in pieces of any size', async () => {
    const data = Buffer.concat([gzipSync(disk), gzipSync(disk)]);
    for (const pieceBytes of [1, 2, 3, 7, 10, 17, 18, 19]) {
      expect(await inflatedBytes(data, { pieceBytes })).toBe(1920);
    }
  });
});

describe('refuses other data', () => {
  const whole = gzipSync(disk);
  const withByte = (at: number, value: number) => {
    const copy = Buffer.from(whole);
    copy[copy.length + at] = value;
    return copy;
  };
  it.each<[string, Buffer]>([
    ['nothing at all', Buffer.alloc(0)],
    ['raw bytes', disk],
    ['zip', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0'), deflateRawSync(disk)])],
    ['qcow2', Buffer.concat([Buffer.from('QFI\xfb\0\0\0\x03', 'latin1'), disk])],
    ['xz', Buffer.from('fd377a585a000004e6d6b4460200210116000000', 'hex')],
    ['zlib', deflateSync(disk)],
    ['bare deflate', deflateRawSync(disk)],
    ['only the magic', Buffer.from([0x1f, 0x8b])],
    ['a wrong CRC', withByte(-8, whole.at(-8)! ^ 1)],
    ['a wrong length', withByte(-1, whole.at(-1)! ^ 1)],
    ['a second member that is cut off', Buffer.concat([whole, whole.subarray(0, 30)])],
    ['a second member with a wrong CRC', Buffer.concat([whole, withByte(-5, whole.at(-5)! ^ 128)])],
    ['the first byte of a second member', Buffer.concat([whole, Buffer.from([0x1f])])],
  ])('[D-129] %s', async (_case, data) => {
    expect(await faults(data)).toEqual(BROKEN);
    expect(await faults(data, { pieceBytes: 1 })).toEqual(BROKEN);
  });

  it.each<[string, Buffer]>([
    ['a zero', Buffer.alloc(1)],
    ['a block of zeros', Buffer.alloc(512)],
    ['a line feed', Buffer.from('\n')],
    ['text', Buffer.from('trailing garbage')],
    ['zeros and another member', Buffer.concat([Buffer.alloc(4), gzipSync(disk)])],
    ['random bytes', randomBytes(100_000)],
  ])('[D-194] %s after the last member', async (_case, tail) => {
    expect(await faults(Buffer.concat([whole, tail]))).toEqual(BROKEN);
    expect(await faults(Buffer.concat([whole, tail]), { pieceBytes: whole.length })).toEqual(BROKEN);
    expect(await faults(Buffer.concat([whole, tail]), { pieceBytes: 1 })).toEqual(BROKEN);
  });

  it('[D-129] that ends at any byte before its end', async () => {
    for (let length = 0; length < whole.length; length++) {
      expect(await faults(whole.subarray(0, length))).toEqual(BROKEN);
    }
  });

  it('[D-129] finds a changed bit, unless the disk is still the same', async () => {
    const bits = fc.integer({ min: 0, max: whole.length * 8 - 1 });
    await fc.assert(
      fc.asyncProperty(bits, fc.integer({ min: 1, max: 40 }), async (bit, pieceBytes) => {
        const changed = Buffer.from(whole);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        const result = await faults(changed, { pieceBytes });
        if (result === 'accepted, 960 bytes') expect(gunzipSync(changed)).toEqual(disk);
        else expect(result).toEqual(BROKEN);
      }),
      { numRuns: 400 },
    );
  });
});

describe('the limit of the inflated size', () => {
  it('[D-123] is exact', async () => {
    expect(await inflatedBytes(gzipSync(disk), { maxBytes: 960 })).toBe(960);
    expect(await faults(gzipSync(disk), { maxBytes: 959 })).toEqual(TOO_LARGE);
  });

  it('[D-123] counts all members', async () => {
    const data = Buffer.concat([gzipSync(disk), gzipSync(disk)]);
    expect(await faults(data, { maxBytes: 1919 })).toEqual(TOO_LARGE);
    expect(await faults(data, { maxBytes: 1919, pieceBytes: 5 })).toEqual(TOO_LARGE);
  });

  it('[D-123] stops a bomb of 1:1000 before it is inflated whole', async () => {
    const bomb = gzipSync(Buffer.alloc(256 << 20), { level: 9 });
    expect(bomb.length).toBeLessThan(300_000);
    expect(await faults(bomb, { maxBytes: 4 << 20 })).toEqual(TOO_LARGE);
  });
});

it('refuses data after it was destroyed', async () => {
  const check = new GzipCheck(1 << 30);
  await check.write(gzipSync(disk));
  check.destroy();
  await expect(check.write(gzipSync(disk))).rejects.toMatchObject({ faults: BROKEN });
});
