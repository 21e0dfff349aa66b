import fc from 'fast-check';
import { hostileValue, toJson, wellFormed } from './random-values.js';

const OPERATORS = ['+gt', '+gte', '+lt', '+lte', '+neq', '+contains', '+regex', '+', '__proto__'];
const OPERANDS = [
  'a',
  '',
  1,
  -1,
  1e300,
  true,
  null,
  '2026-01-01',
  '2026-01-01T00:00:00',
  'active',
  'vpc_create',
  [],
  ['x'],
  {},
];

/** Filters by the grammar, with fields of the resource and operands that may not fit; and what is none. */
export function hostileFilter(fields: readonly string[]): fc.Arbitrary<string> {
  const field = fc.oneof(
    { arbitrary: fc.constantFrom(...fields), weight: 9 },
    {
      arbitrary: fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        'nothing',
        '',
        'id; DROP TABLE users',
      ),
      weight: 1,
    },
  );
  const operand = fc.oneof(
    { arbitrary: fc.constantFrom<unknown>(...OPERANDS), weight: 9 },
    { arbitrary: hostileValue, weight: 1 },
  );
  const comparison = fc.oneof(operand, fc.dictionary(fc.constantFrom(...OPERATORS), operand, { maxKeys: 3 }));
  const tree = fc.letrec<{ filter: unknown }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 12, depthSize: 'small' },
      fc.dictionary(field, comparison, { maxKeys: 4 }),
      fc.array(tie('filter'), { maxLength: 4 }).map((branches) => ({ '+and': branches })),
      fc.array(tie('filter'), { maxLength: 4 }).map((branches) => ({ '+or': branches })),
      fc
        .tuple(tie('filter'), field, fc.constantFrom<unknown>('asc', 'desc', 'up', 1, null))
        .map(([filter, by, order]) => ({
          ...(filter as object),
          '+order_by': by,
          '+order': order,
        })),
    ),
  })).filter;
  const text = tree.map((filter) => toJson(filter).slice(0, 12_000));
  const wide = fc
    .integer({ min: 150, max: 400 })
    .map((members) => `{"+or":[${Array<string>(members).fill('{"id":1}').join(',')}]}`);
  const deep = fc
    .integer({ min: 5, max: 800 })
    .map((depth) => `${'{"+and":['.repeat(depth)}{}${']}'.repeat(depth)}`);
  const printable = fc.oneof(
    { arbitrary: text, weight: 12 },
    { arbitrary: fc.oneof(wide, deep), weight: 1 },
    { arbitrary: hostileValue.map((value) => toJson(value).slice(0, 8000)), weight: 2 },
    {
      arbitrary: fc.tuple(text, fc.nat(100)).map(([whole, cut]) => whole.slice(0, -cut || undefined)),
      weight: 2,
    },
  );
  // A header holds no controls; JSON escapes them, except where the text was cut or written by hand.
  return printable.map((filter) => wellFormed(filter.replace(/[^\x20-\x7e\u00a0-\u{10ffff}]/gu, '?')));
}
