import { isStorable, isText, lengthOf } from '../../src/shared/validation/characters.js';

describe('[D-11] a character is a code point', () => {
  it.each([
    ['nothing', '', 0],
    ['ASCII', 'abc', 3],
    ['two octets of UTF-8', 'ü', 1],
    ['a surrogate pair', '😀', 1],
    ['pairs beside each other and letters', 'a😀😀b', 4],
    ['the first of all pairs', '\u{10000}', 1],
    ['the last of all pairs', '\u{10ffff}', 1],
    ['a combining mark counts', 'e\u0301', 2],
    ['just below the surrogates', '\ud7ff\ud7ff', 2],
    ['just above the surrogates', '\ue000\ue000', 2],
    ['a low and a high one, in the wrong order', '\udc00\ud800', 2],
    ['two high ones', '\ud800\ud800', 2],
    ['a high one at the end', 'a\ud800', 2],
    ['a high one before a letter', '\ud800a', 2],
    ['a letter before a low one', 'a\udc00', 2],
  ])('%s', (_reason, text, length) => {
    expect(lengthOf(text)).toBe(length);
  });
});

describe('[D-11] what can be stored', () => {
  it.each([
    ['text', 'a\n\u0001ü😀', true],
    ['nothing', '', true],
    ['U+0000', 'a\0b', false],
    ['a lone high surrogate', 'a\ud800b', false],
    ['a lone low surrogate', 'a\udfffb', false],
  ])('%s', (_reason, text, storable) => {
    expect(isStorable(text)).toBe(storable);
  });
});

describe('[D-12] printable characters, in a line and in lines', () => {
  it.each([
    ['letters, spaces, symbols', 'A b ü € 😀 \u00a0', true, true],
    ['nothing', '', true, true],
    ['the first after the controls', ' ~\u00a0', true, true],
    ['a tab', 'a\tb', false, true],
    ['a line feed', 'a\nb', false, true],
    ['a carriage return', 'a\r\nb', false, true],
    ['U+0000', 'a\0', false, false],
    ['U+0001', '\u0001', false, false],
    ['backspace, before the tab', '\u0008', false, false],
    ['vertical tab', '\u000b', false, false],
    ['form feed', '\u000c', false, false],
    ['U+000E, after the carriage return', '\u000e', false, false],
    ['U+001F, the last of C0', '\u001f', false, false],
    ['delete', '\u007f', false, false],
    ['U+009F, the last of C1', '\u009f', false, false],
    ['line separator', '\u2028', false, true],
    ['paragraph separator', '\u2029', false, true],
  ])('%s', (_reason, text, inLine, inLines) => {
    expect(isText(text, { lines: false })).toBe(inLine);
    expect(isText(text, { lines: true })).toBe(inLines);
  });
});
