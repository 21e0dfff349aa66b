import { reasonOf } from '../../src/shared/errors/reason.js';
import type { Rule } from '../../src/shared/validation/rule.js';
import {
  boolean,
  dateTime,
  description,
  integer,
  label,
  list,
  object,
  objects,
  oneOf,
  reference,
  string,
  text,
} from '../../src/shared/validation/rules.js';
import { DATE_TIME } from '../../src/shared/time/date-time.js';
import { refusalOf } from '../support/rule.js';

const invalid = 'key is not valid';
const at = (index: number, reason = `key[${index}] is not valid`) => ({ at: `[${index}]`, reason });

describe.each<[string, Rule, object, [unknown, unknown][]]>([
  [
    '[D-12] a label',
    label(1, 3),
    { type: 'string', minLength: 1, maxLength: 3 },
    [
      ['a', undefined],
      ['abc', undefined],
      ['😀😀😀', undefined],
      ['', 'Length must be 1-3 characters'],
      ['abcd', 'Length must be 1-3 characters'],
      ['a\nb', invalid],
      ['a\0', invalid],
      [5, invalid],
    ],
  ],
  [
    '[D-12] a description',
    description(0, 3),
    { type: 'string', minLength: 0, maxLength: 3 },
    [
      ['', undefined],
      ['a\nb', undefined],
      ['abcd', 'Length must be 0-3 characters'],
      ['\u0007', invalid],
    ],
  ],
  [
    '[D-11] a text',
    text(2, 3),
    { type: 'string', minLength: 2, maxLength: 3 },
    [
      ['\u0007\n', undefined],
      ['a', 'Length must be 2-3 characters'],
      ['a\ud800', invalid],
      [['ab'], invalid],
    ],
  ],
  [
    'a string with a reason of its own',
    string((value) => (value === 'b' ? reasonOf('time_not_in_future') : undefined), { format: 'letter' }),
    { type: 'string', format: 'letter' },
    [
      ['a', undefined],
      ['', undefined],
      ['b', 'Must be in the future'],
      ['\0', invalid],
      [1, invalid],
    ],
  ],
  ['a string of any form', string(() => undefined), { type: 'string' }, [['a', undefined]]],
  [
    '[D-10] an integer',
    integer(0, 255),
    { type: 'integer', minimum: 0, maximum: 255 },
    [
      [0, undefined],
      [255, undefined],
      [JSON.parse('5.0'), undefined],
      [-1, 'Must be 0-255'],
      [256, 'Must be 0-255'],
      [1e300, 'Must be 0-255'],
      [0.5, invalid],
      ['5', invalid],
      [true, invalid],
    ],
  ],
  [
    'a reference by number',
    reference(),
    { type: 'integer', minimum: 1 },
    [
      [1, undefined],
      [9007199254740991, undefined],
      [9007199254740992, invalid],
      [0, invalid],
      [-1, invalid],
      [1.5, invalid],
      ['1', invalid],
    ],
  ],
  [
    '[D-10] a boolean',
    boolean(),
    { type: 'boolean' },
    [
      [true, undefined],
      [false, undefined],
      [1, invalid],
      ['true', invalid],
    ],
  ],
  [
    'one of the values',
    oneOf(['b', 'a']),
    { type: 'string', enum: ['b', 'a'] },
    [
      ['a', undefined],
      ['A', 'Must be one of b, a'],
      ['', 'Must be one of b, a'],
      [1, invalid],
      [['a'], invalid],
    ],
  ],
  [
    '[D-09] a date-time',
    dateTime(),
    { type: 'string', pattern: DATE_TIME.source },
    [
      ['2026-01-02T03:04:05', undefined],
      ['2026-01-02', invalid],
      ['tomorrow', invalid],
      [1767323045, invalid],
      [['2026-01-02T03:04:05'], invalid],
    ],
  ],
  [
    'a list',
    list(integer(0, 5)),
    { type: 'array', items: { type: 'integer', minimum: 0, maximum: 5 } },
    [
      [[], undefined],
      [[0, 5], undefined],
      [
        [0, 6, 'x', null],
        [at(1, 'Must be 0-5'), at(2), at(3)],
      ],
      ['0', invalid],
      [{ 0: 0 }, invalid],
    ],
  ],
  [
    'a list of lists',
    list(list(boolean())),
    { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
    [
      [[[true], []], undefined],
      [[[true, 1]], [{ at: '[0][1]', reason: 'key[0][1] is not valid' }]],
      [[true], [at(0)]],
    ],
  ],
  [
    'an object',
    object(),
    { type: 'object', additionalProperties: true },
    [
      [{}, undefined],
      [[], invalid],
      ['{}', invalid],
    ],
  ],
  [
    'a list of objects',
    objects(),
    { type: 'array', items: { type: 'object', additionalProperties: true } },
    [
      [[{}], undefined],
      [
        [{}, [], null],
        [at(1), at(2)],
      ],
      [{}, invalid],
    ],
  ],
])('[D-10] [D-26] %s', (_name, rule, schema, rows) => {
  it.each(rows)('%j: %j', (value, expected) => {
    expect(refusalOf(rule, value)).toEqual(expected);
  });

  it('is the same in the document', () => {
    expect(rule.schema).toEqual(schema);
  });
});
