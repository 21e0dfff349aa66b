import { isLive, isSameCode, newPhoneCode, phoneCodeText } from '../../src/profile/phone/phone-code.rules.js';

describe('[D-83] a phone code', () => {
  it('has six digits, any of them', () => {
    const codes = Array.from({ length: 2000 }, newPhoneCode);
    expect(codes.filter((code) => !/^[0-9]{6}$/.test(code))).toEqual([]);
    expect(new Set(codes.map((code) => code[0])).size).toBe(10);
  });

  it.each([
    ['a second before its expiry', '2026-01-02 03:04:06+00', 0, true],
    ['at its expiry', '2026-01-02 03:04:05+00', 0, false],
    ['after its expiry', '2026-01-02 03:04:04+00', 0, false],
    ['after four wrong attempts', '2026-01-02 03:04:06+00', 4, true],
    ['after five wrong attempts', '2026-01-02 03:04:06+00', 5, false],
    ['after five wrong attempts and its expiry', '2026-01-02 03:04:04+00', 5, false],
  ])('%s', (_, expiry, wrongAttempts, live) => {
    expect(isLive({ expiry: new Date(expiry), wrongAttempts }, Date.parse('2026-01-02T03:04:05Z'))).toBe(
      live,
    );
  });

  it.each([
    ['123456', '123456', true],
    ['123456', '123457', false],
    ['123456', '1234567', false],
    ['123456', '', false],
    ['123456', '１２３４５６', false],
  ])('%s typed as %s: %s', (code, typed, same) => {
    expect(isSameCode(code, typed)).toBe(same);
  });

  it('travels in a text that names it and the service', () => {
    expect(phoneCodeText('Example Cloud', '012345')).toBe(
      '012345 is your Example Cloud verification code. Do not share it.',
    );
  });
});
