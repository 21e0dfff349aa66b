import { nameAt } from '../../src/domain/zones/transfer/dns-name.js';

/** `a.` and behind it pointers, each to the one before it: the nth is at `pointer(n)`. */
function chained(pointers: number): Buffer {
  const message = Buffer.alloc(3 + 2 * pointers);
  message.write('\x01a\0', 'latin1');
  for (let n = 1; n <= pointers; n++)
    message.writeUInt16BE(0xc000 | (n === 1 ? 0 : pointer(n - 1)), pointer(n));
  return message;
}

const pointer = (n: number) => 3 + 2 * (n - 1);

describe('[D-110] a name on the wire', () => {
  it('is that of its labels and of what a pointer leads to', () => {
    const message = Buffer.from('\x03com\0\x07example\xc0\0\x03www\xc0\x05', 'latin1');
    expect(nameAt(message, 5)).toEqual({ name: 'example.com', end: 15 });
    expect(nameAt(message, 15)).toEqual({ name: 'www.example.com', end: 21 });
    expect(nameAt(message, 4)).toEqual({ name: '.', end: 5 });
  });

  it.each([
    ['from the longest chain on', [128, 127, 126]],
    ['from the shortest chain on', [126, 127, 128]],
  ])('follows 127 pointers and no more, also those that an earlier name followed: %s', (_order, chains) => {
    const message = chained(128);
    for (const n of chains) {
      const decode = () => nameAt(message, pointer(n));
      if (n > 127) expect(decode).toThrow('too many pointers');
      else expect(decode()).toEqual({ name: 'a', end: pointer(n) + 2 });
    }
  });

  it('has 255 octets at most, also those that an earlier name had', () => {
    const label = `\x3f${'x'.repeat(63)}`;
    const message = Buffer.from(
      `${label.repeat(3)}\0\x3d${'y'.repeat(61)}\xc0\0\x3e${'z'.repeat(62)}\xc0\0`,
      'latin1',
    );
    const [longest, tooLong] = [193, 193 + 64];
    expect(nameAt(message, longest).name).toHaveLength(253);
    expect(() => nameAt(message, tooLong)).toThrow('too long');
  });
});
