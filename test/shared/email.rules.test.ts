import { isEmail } from '../../src/shared/validation/email.rules.js';

describe('[D-70] e-mail addresses', () => {
  it.each([
    ['plain', 'admin@example.com', true],
    ['inner dots and atext', "first.last+tag!#$%&'*/=?^_`{|}~-@example.com", true],
    ['local part of 64', `${'a'.repeat(64)}@example.com`, true],
    ['digits and hyphens in the domain', 'a@1-2.example', true],
    ['254 characters', `a@${`${'b'.repeat(62)}.`.repeat(3)}${'c'.repeat(63)}`, true],
    ['255 characters', `ab@${`${'b'.repeat(62)}.`.repeat(3)}${'c'.repeat(63)}`, false],
    ['local part of 65', `${'a'.repeat(65)}@example.com`, false],
    ['empty', '', false],
    ['no at sign', 'example.com', false],
    ['no local part', '@example.com', false],
    ['no domain', 'admin@', false],
    ['domain of one label', 'admin@localhost', false],
    ['leading dot', '.a@example.com', false],
    ['two dots', 'a..b@example.com', false],
    ['dot before the at sign', 'a.@example.com', false],
    ['two at signs', 'a@b@example.com', false],
    ['quoted local part', '"a b"@example.com', false],
    ['final period', 'a@example.com.', false],
    ['underscore in the domain', 'a@exam_ple.com', false],
    ['label of 64', `a@${'b'.repeat(64)}.com`, false],
    ['line break', 'a@example.com\n', false],
    ['Unicode', 'ä@example.com', false],
  ])('%s', (_reason, address, valid) => {
    expect(isEmail(address)).toBe(valid);
  });
});
