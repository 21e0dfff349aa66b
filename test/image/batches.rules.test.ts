import { randomBytes } from 'node:crypto';
import { batches, BATCH_BYTES } from '../../src/image/store/batches.js';
import { TooLarge } from '../../src/shared/errors/errors.js';

const MIB = 1_048_576;

async function* source(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size, size % 251);
}

async function sizesOf(sizes: number[], maxBytes = Infinity) {
  const got: number[] = [];
  for await (const batch of batches(source(...sizes), maxBytes)) got.push(batch.length);
  return got;
}

it.each<[string, number[], number[]]>([
  ['nothing', [], []],
  ['nothing but empty pieces', [0, 0], []],
  ['a single byte', [1], [1]],
  ['less than a batch', [10, 20], [30]],
  ['a byte less than a batch', [MIB - 1], [MIB - 1]],
  ['exactly a batch', [MIB], [MIB]],
  ['exactly a batch of several pieces', [MIB - 1, 1], [MIB]],
  ['more in one piece than a batch', [3 * MIB + 1], [3 * MIB + 1]],
  ['a batch and a rest', [MIB - 1, 2, 7], [MIB + 1, 7]],
  ['a batch and a byte', [MIB, 1], [MIB, 1]],
  ['several batches', [MIB, MIB - 1, 1, MIB, 5], [MIB, MIB, MIB, 5]],
])('joins chunks into batches of at least 1 MiB: %s', async (_, pieces, expected) => {
  expect(BATCH_BYTES).toBe(MIB);
  expect(await sizesOf(pieces)).toEqual(expected);
});

it('keeps the bytes and their order', async () => {
  const pieces = [300_000, 900_000, 1, 2_000_000, 17].map((size) => randomBytes(size));
  const got: Buffer[] = [];
  for await (const batch of batches(toAsync(pieces), Infinity)) got.push(batch);
  expect(Buffer.concat(got).equals(Buffer.concat(pieces))).toBe(true);
});

async function* toAsync(pieces: Buffer[]) {
  yield* pieces;
}

it('passes a chunk of a whole batch on without a copy', async () => {
  const piece = Buffer.alloc(MIB);
  for await (const batch of batches(toAsync([piece]), Infinity)) expect(batch).toBe(piece);
});

it('[D-128] the limit is exact, and fails before the exceeding chunk is passed on', async () => {
  expect(await sizesOf([MIB, MIB, 5], 2 * MIB + 5)).toEqual([MIB, MIB, 5]);
  await expect(sizesOf([MIB, MIB, 5], 2 * MIB + 4)).rejects.toThrow(TooLarge);
  const passedOn: number[] = [];
  const reading = (async () => {
    for await (const batch of batches(source(MIB, MIB, MIB), 2 * MIB)) passedOn.push(batch.length);
  })();
  await expect(reading).rejects.toThrow(TooLarge);
  expect(passedOn).toEqual([MIB, MIB]);
});
