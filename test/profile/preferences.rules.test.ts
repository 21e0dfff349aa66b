import fc from 'fast-check';
import { compactJson } from '../../src/profile/preferences/compact-json.js';
import { preferencesFault } from '../../src/profile/preferences/preferences.rules.js';

describe('[D-86] preferences are kept as sent', () => {
  it.each([
    ['white space goes', ' { "a" : [ 1 , 2 ] ,\r\n\t"b" : { } , "c":[ ] } ', '{"a":[1,2],"b":{},"c":[]}'],
    ['white space in strings stays', '{"a b": " { } "}', '{"a b":" { } "}'],
    ['the order of keys stays', '{"b":1,"a":2}', '{"b":1,"a":2}'],
    ['the order of integer-like keys stays', '{"2":1,"1":2,"10":3}', '{"2":1,"1":2,"10":3}'],
    ['large numbers stay', '{"n":123456789012345678901234567890}', '{"n":123456789012345678901234567890}'],
    ['the form of numbers stays', '{"n":[1.0,1e400,-0,0.10,1E+2]}', '{"n":[1.0,1e400,-0,0.10,1E+2]}'],
    ['literals stay', '{"l":[true , false,null ]}', '{"l":[true,false,null]}'],
    [
      '__proto__ is a key like others',
      '{"__proto__":{"x":1},"constructor":2}',
      '{"__proto__":{"x":1},"constructor":2}',
    ],
    ['the last of a repeated key counts', '{"a":1,"b":2,"a":{"c":3}}', '{"a":{"c":3},"b":2}'],
    ['a key repeated in another spelling too', '{"a":1,"\\u0061":2}', '{"a":2}'],
    ['escapes become characters', '{"\\u00e9":"\\ud83d\\ude00 \\/"}', '{"é":"😀 /"}'],
    ['escapes that are needed stay', '{"q":"\\" \\\\ \\n"}', '{"q":"\\" \\\\ \\n"}'],
    ['NUL and lone surrogates stay escapes', '{"n":"\\u0000\\ud800"}', '{"n":"\\u0000\\ud800"}'],
    ['a quote after an escaped backslash ends', '{"a":"\\\\","b":"\\\\\\""}', '{"a":"\\\\","b":"\\\\\\""}'],
    ['empty', '{}', '{}'],
  ])('%s', (_, sent, stored) => {
    expect(compactJson(sent)).toBe(stored);
  });

  it('keeps the meaning of any JSON, indented or not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.parse(compactJson(text))).toEqual(JSON.parse(text));
        expect(compactJson(compactJson(text))).toBe(compactJson(text));
      }),
    );
  });

  it('takes the deepest body', () => {
    const text = `${'{"a":'.repeat(511)}{}${'}'.repeat(511)}`;
    expect(compactJson(text)).toBe(text);
  });
});

describe('[Profile rule 6] the total length', () => {
  const ofLength = (length: number, character = 'x') => `{"a":"${character.repeat(length - 8)}"}`;

  it.each([
    ['65,535 characters', ofLength(65535), undefined],
    ['65,536 characters', ofLength(65536), 'Preferences must be 65535 characters or less.'],
    ['65,535 characters outside the BMP', ofLength(65535, '😀'), undefined],
    [
      '65,536 characters outside the BMP',
      ofLength(65536, '😀'),
      'Preferences must be 65535 characters or less.',
    ],
    ['65,535 characters, sent as escapes', ofLength(65535, '\\u00e9'), undefined],
    ['65,535 characters and white space', ` ${ofLength(65535)} `, undefined],
  ])('%s', (_, sent, fault) => {
    expect(preferencesFault(compactJson(sent))?.reason).toBe(fault);
  });
});
