import pg from 'pg';
import { answerOf, ValueParsers } from '../../src/database/driver/answer.js';
import { Unavailable } from '../../src/shared/errors/errors.js';

const { INT8, NUMERIC, TIMESTAMPTZ, BOOL, TEXT } = pg.types.builtins;
/** What pg makes of the texts of a result. */
function result(
  types: readonly number[],
  rows: (string | null)[][],
  rowCount: number | null = rows.length,
  parsers = new ValueParsers(),
) {
  const parse = types.map(parsers.getTypeParser);
  return {
    rows: rows.map((row) => row.map((text, at) => (text === null ? null : parse[at]!(text)))),
    rowCount,
    command: 'SELECT',
    fields: types.map((dataTypeID, at) => ({ name: `c${at}`, dataTypeID })),
  } as Parameters<typeof answerOf>[0];
}

describe('the result of a statement', () => {
  it('has bigint and numeric as number, timestamps as text, and null', () => {
    const types = [INT8, NUMERIC, TIMESTAMPTZ, BOOL, TEXT];
    const texts = [
      ['12', '1.5', '2026-01-01 00:00:00+00', 't', 'x'],
      [null, null, null, null, null],
    ];
    const parsers = new ValueParsers();
    const { rows, bytes } = answerOf(result(types, texts, 2, parsers), parsers);
    expect(rows).toEqual([
      { c0: 12, c1: 1.5, c2: '2026-01-01 00:00:00+00', c3: true, c4: 'x' },
      { c0: null, c1: null, c2: null, c3: null, c4: null },
    ]);
    expect(bytes).toBe(2 + 3 + 22 + 1 + 1);
  });

  it('has at most the characters of its bound', () => {
    const parse = new ValueParsers({ maxCharacters: 5 }).getTypeParser(TEXT);
    expect([parse('abc'), parse('de')]).toEqual(['abc', 'de']);
    expect(() => parse('f')).toThrow(Unavailable);
  });

  it('has 0 rows when pg gives no count, and is the last one of several', () => {
    expect(answerOf(result([], [], null), new ValueParsers()).rowCount).toBe(0);
    const several = [result([TEXT], [['a']]), result([TEXT], [['b'], ['c']])].flat();
    expect(answerOf(several, new ValueParsers())).toMatchObject({
      rows: [{ c0: 'b' }, { c0: 'c' }],
      rowCount: 2,
      command: 'SELECT',
    });
  });
});
