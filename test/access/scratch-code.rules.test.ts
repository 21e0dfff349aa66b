import { newScratchCode, typedScratchCode } from '../../src/access/two-factor/scratch-code.rules.js';
import { sha256 } from '../../src/shared/secrets/sha256.js';

describe('[D-79] a scratch code', () => {
  it('has four groups of four, in lower-case base32, and differs each time', () => {
    const [one, two] = [newScratchCode(), newScratchCode()];
    expect(one).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/);
    expect(two).not.toBe(one);
  });

  it('is stored as its SHA-256', () => {
    expect(sha256('abcd-efgh-ijkl-mnop').toString('hex')).toBe(
      '259b329f721c652e14cd32ca01144e3580da3426c178721226d3f062f18ff7c7',
    );
  });

  it.each([
    ['as it was shown', 'abcd-efgh-ijkl-mnop', 'abcd-efgh-ijkl-mnop'],
    ['in upper case with spaces around', ' ABCD-EFGH-IJKL-MN27 ', 'abcd-efgh-ijkl-mn27'],
    ['with a digit that base32 lacks', 'abcd-efgh-ijkl-mno1', undefined],
    ['without hyphens', 'abcdefghijklmnop', undefined],
    ['with something before it', 'xabcd-efgh-ijkl-mnop', undefined],
    ['with something after it', 'abcd-efgh-ijkl-mnopx', undefined],
    ['too short', 'abcd-efgh-ijkl', undefined],
    ['a time-based code', '123456', undefined],
  ])('typed %s', (_, typed, code) => {
    expect(typedScratchCode(typed)).toBe(code);
  });
});
