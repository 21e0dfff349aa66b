import fc from 'fast-check';

/** JSON that JSON.stringify would not write: numbers beyond reach, duplicate keys, and what only looks like JSON. */
export class RawJson {
  constructor(readonly text: string) {}
}

const repeated = (text: string, max: number) =>
  fc.integer({ min: 1, max }).map((times) => text.repeat(times));

/** Texts that break what reads them. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202e\u2066',
    '\ufeff',
    '\u2028',
    '\r\nSet-Cookie: x=1',
    '{{7*7}}',
    '${jndi:ldap://127.0.0.1/x}',
    '<script>alert(1)</script>',
    "' OR 1=1 --",
    "'; DROP TABLE users; --",
    '$1',
    '%00',
    '../../../../etc/passwd',
    '..\\..\\',
    'file:///etc/passwd',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'NaN',
    'null',
    '0x7f000001',
    '127.1',
    '[::ffff:127.0.0.1]',
    '999999999999-99-99T99:99:99',
    '0000-00-00',
    '+1 (555) 555-0100;ext=1',
    'xn--',
    'xn--a-ecp.ru',
    'ß.ß',
    '\u0130\u0131\u017f\u212a',
    'a'.repeat(63) + '.' + 'b'.repeat(64),
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ maxLength: 30 }),
  repeated('a', 70_000),
  repeated('\u{1f4a9}', 20_000),
  repeated('.', 3000),
  repeated('e\u0301', 3000),
  repeated('a@', 2000),
  repeated('vpc:read_only ', 2000),
);

export const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -0,
    -1,
    0.5,
    1e21,
    -1e308,
    5e-324,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    Number.MAX_SAFE_INTEGER,
    9223372036854775807n.toString(),
    new RawJson('1e999'),
    new RawJson('-1e999'),
    new RawJson('9'.repeat(400)),
    new RawJson('9223372036854775808'),
    new RawJson(`0.${'0'.repeat(300)}1`),
    new RawJson('1E+2'),
  ),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -5, max: 70_000 }),
);

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'then',
  'id',
  '',
  '0',
  '\0',
  '\ud800',
];

const deep = fc
  .tuple(
    fc.integer({ min: 2, max: 3000 }),
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['{"__proto__":', '}']),
  )
  .map(([depth, [open, close]]) => new RawJson(`${open!.repeat(depth)}1${close!.repeat(depth)}`));

/** Values of every type but the expected one, and of the expected one at its worst. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: hostileText, weight: 5 },
    { arbitrary: hostileNumber, weight: 4 },
    { arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}), weight: 3 },
    { arbitrary: fc.array(tie('value'), { maxLength: 4 }), weight: 2 },
    {
      arbitrary: fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie('value'), { maxKeys: 4 }),
      weight: 2,
    },
    { arbitrary: deep, weight: 1 },
    {
      arbitrary: fc.integer({ min: 100, max: 8000 }).map((length) => Array<number>(length).fill(1)),
      weight: 1,
    },
  ),
})).value;

/** As JSON.stringify, with what it would not write; `__proto__` is a key as any other. */
export function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${toJson(inner)}`)
    .join(',')}}`;
}

/** The valid value nine times of ten. */
export function mostly<T>(valid: T, hostile: fc.Arbitrary<T>, weight = 9): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(valid), weight }, { arbitrary: hostile, weight: 1 });
}

/** Without lone surrogates, which no URL and no header can hold. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
