import { isCommonPassword } from '../../src/auth/login/common-passwords.rules.js';

describe('[D-312] a common password is one', () => {
  it.each([
    ['of breaches', 'password1', true],
    ['of breaches, in capitals', 'IloveYou1', true],
    ['of breaches, between symbols', '(password1!!)', true],
    ['of one character', '$'.repeat(20), true],
    ['of one character beyond the BMP', '😀'.repeat(8), true],
    ['of four characters again and again', 'xY7$xY7$xY7$', true],
    ['in the order of the alphabet', 'lmnopqrstu', true],
    ['in the reverse order', 'Zyxwvuts', true],
    ['of five characters again and again', 'xY7$!xY7$!', false],
    ['with a gap in the order', 'lmnopqrsuv', false],
    ['of words', 'correct horse battery', false],
    ['of symbols', '!?!;!.!:', false],
    ['that is random', '1V~q0-wLz', false],
  ])('%s', (_reason, value, isCommon) => {
    expect(isCommonPassword(value)).toBe(isCommon);
  });
});
