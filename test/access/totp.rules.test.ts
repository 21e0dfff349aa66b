import { isTotpForm, newTotpSecret, provenTotpStep } from '../../src/access/two-factor/totp.rules.js';

/**
 * RFC 6238 appendix B: the ASCII secret 12345678901234567890. The last 6 of its 8 digits are the
 * code.
 */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('[D-77] a time-based code', () => {
  it.each([
    [59, '287082', 0x1],
    [1111111109, '081804', 0x23523ec],
    [1111111111, '050471', 0x23523ed],
    [1234567890, '005924', 0x273ef07],
    [2000000000, '279037', 0x3f940aa],
    [20000000000, '353130', 0x27bc86aa],
  ])('is that of RFC 6238 at %i s', (seconds, code, step) => {
    expect(provenTotpStep(SECRET, code, seconds * 1000, null)).toBe(step);
  });

  it.each([
    ['is accepted one step late', 89_999, 1],
    ['is accepted one step early', 0, 1],
    ['is refused two steps late', 90_000, undefined],
  ])('%s', (_, milliseconds, step) => {
    expect(provenTotpStep(SECRET, '287082', milliseconds, null)).toBe(step);
  });

  it('is refused two steps early', () => {
    expect(provenTotpStep(SECRET, '081804', (1111111080 - 60) * 1000, null)).toBeUndefined();
  });

  it.each(['287083', '28708', '2870822', '', ' 287082', '28708a', '２８７０８２'])(
    '%j is refused',
    (code) => {
      expect(provenTotpStep(SECRET, code, 59_000, null)).toBeUndefined();
    },
  );
});

describe('[D-78] the form of a code', () => {
  it.each([
    ['six digits', '012345', true],
    ['five', '01234', false],
    ['seven', '0123456', false],
    ['a letter in front', 'x012345', false],
    ['a line break after', '012345\n', false],
    ['a scratch code', 'abcd-efgh-ijkl-mnop', false],
    ['none', '', false],
  ])('%s', (_, code, expected) => {
    expect(isTotpForm(code)).toBe(expected);
  });
});

describe('[D-78] a code is accepted once', () => {
  it('when none was accepted before, in the very first step too (RFC 4226 appendix D)', () => {
    expect(provenTotpStep(SECRET, '755224', 0, null)).toBe(0);
  });

  it.each([
    ['the last step before', 0, 1],
    ['the same step', 1, undefined],
    ['a later step', 2, undefined],
  ])('when the last accepted is %s', (_, lastStep, step) => {
    expect(provenTotpStep(SECRET, '287082', 59_000, lastStep)).toBe(step);
  });
});

describe('[D-77] a new secret', () => {
  it('has 32 base32 characters and differs each time', () => {
    const [one, two] = [newTotpSecret(), newTotpSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(two).not.toBe(one);
  });
});
