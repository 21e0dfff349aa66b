import { FilterError, parseFilterHeader } from '../../src/shared/lists/filter-parser.js';
import { filterCondition, orderClause } from '../../src/shared/lists/filter-sql.js';
import { Parameters } from '../../src/shared/lists/parameters.js';
import { FIELDS } from './filter-fields.js';

/** The SQL condition of a filter, and its operands. */
function condition(filter: unknown, before: unknown[] = []): [string, unknown[]] {
  const parameters = new Parameters([...before]);
  const sql = filterCondition(parseFilterHeader(JSON.stringify(filter), FIELDS).filter!, parameters);
  return [sql, parameters.values];
}

/** The order of a filter, in a list whose own order is by id. */
function order(filter: unknown): string | undefined {
  const { order: asked } = parseFilterHeader(JSON.stringify(filter), FIELDS);
  return asked && orderClause(asked, { id: 'bigint' }, 'id');
}

/** The reason of a refused filter; undefined for a valid one. */
function refusal(text: string): string | undefined {
  try {
    parseFilterHeader(text, FIELDS);
    return undefined;
  } catch (error) {
    if (error instanceof FilterError) return error.message;
    throw error;
  }
}

describe('[D-35] [D-36] the SQL of a filter', () => {
  it.each<[string, object, string, unknown[]]>([
    ['nothing', {}, 'true', []],
    ['equal, with case', { label: 'Ab' }, '(l = $1::text)', ['Ab']],
    ['equal, number', { size: 5 }, '(s = $1::bigint)', [5]],
    ['equal, number that is not an integer', { size: 0.5 }, '(s = $1::numeric)', [0.5]],
    ['equal, number beyond the safe ones', { size: 1e300 }, '(s = $1::numeric)', [1e300]],
    ['equal, boolean', { is_public: false }, '(p = $1::boolean)', [false]],
    ['equal, time', { created: '2026-01-02T03:04:05+01:00' }, '(c = $1::timestamptz)', [at('02:04:05')]],
    ['equal, date', { created: '2026-01-02' }, '(c = $1::timestamptz)', [at('00:00:00')]],
    ['equal, normalised', { domain: 'A.Example' }, '(d = $1::text)', ['a.example']],
    ['null', { label: null }, '(l IS NULL)', []],
    ['not null', { label: { '+neq': null } }, '((l IS NOT NULL))', []],
    ['normalised null', { domain: null }, '(d IS NULL)', []],
    ['not equal, null matches', { label: { '+neq': 'a' } }, '((l IS DISTINCT FROM $1::text))', ['a']],
    ['not equal, normalised', { domain: { '+neq': 'A.b' } }, '((d IS DISTINCT FROM $1::text))', ['a.b']],
    ['greater', { size: { '+gt': 5 } }, '((s > $1::bigint))', [5]],
    ['greater or equal', { size: { '+gte': 5 } }, '((s >= $1::bigint))', [5]],
    ['less', { size: { '+lt': 5 } }, '((s < $1::bigint))', [5]],
    ['less or equal', { size: { '+lte': 5 } }, '((s <= $1::bigint))', [5]],
    [
      'strings by lower case',
      { label: { '+gt': 'B' } },
      '((lower(l COLLATE case_mapping) COLLATE "C" > lower($1::text COLLATE case_mapping) COLLATE "C"))',
      ['B'],
    ],
    ['times', { created: { '+lt': '2026-01-02' } }, '((c < $1::timestamptz))', [at('00:00:00')]],
    [
      'contains, without case',
      { label: { '+contains': '%B' } },
      '((strpos(lower(l COLLATE case_mapping), lower($1::text COLLATE case_mapping)) > 0))',
      ['%B'],
    ],
    [
      'contains, in the decimal form of a number',
      { size: { '+contains': '5' } },
      '((strpos(lower((s)::text COLLATE case_mapping), lower($1::text COLLATE case_mapping)) > 0))',
      ['5'],
    ],
    [
      'two comparisons of a field',
      { size: { '+gte': 1, '+lt': 5 } },
      '((s >= $1::bigint AND s < $2::bigint))',
      [1, 5],
    ],
    ['two members', { label: 'a', size: 5 }, '(l = $1::text AND s = $2::bigint)', ['a', 5]],
    ['all of none', { '+and': [] }, '(true)', []],
    ['any of none', { '+or': [] }, '(false)', []],
    ['any of one empty filter', { '+or': [{}] }, '((true))', []],
    [
      'nested',
      { '+or': [{ '+and': [{ label: 'a' }, { size: 1 }] }, { size: 2 }], is_public: true },
      '(((((l = $1::text) AND (s = $2::bigint))) OR (s = $3::bigint)) AND p = $4::boolean)',
      ['a', 1, 2, true],
    ],
    ['only an order', { '+order_by': 'label', '+order': 'asc', '+limit': 5 }, 'true', []],
  ])('%s', (_reason, filter, sql, values) => {
    expect(condition(filter)).toEqual([sql, values]);
  });

  it('its operands come after those of the list', () => {
    expect(condition({ label: 'a' }, ['key', 7])).toEqual(['(l = $3::text)', ['key', 7, 'a']]);
  });
});

describe('[D-37] arrays', () => {
  const within =
    '((EXISTS (SELECT FROM unnest(t) element WHERE strpos(lower(element COLLATE case_mapping), lower($1::text COLLATE case_mapping)) > 0)))';
  it.each<[string, object, string, unknown[]]>([
    ['a string: has this element', { tags: 'a' }, '($1::text = ANY (t))', ['a']],
    ['not', { tags: { '+neq': 'a' } }, '((NOT ($1::text = ANY (t))))', ['a']],
    ['contains: in some element', { tags: { '+contains': 'A' } }, within, ['A']],
    ['null: never', { tags: null }, '(false)', []],
    ['not null: always', { tags: { '+neq': null } }, '((true))', []],
  ])('%s', (_reason, filter, sql, values) => {
    expect(condition(filter)).toEqual([sql, values]);
  });

  it.each(['[]', '["a"]', '[["a"]]'])('%s is refused', (value) => {
    expect(refusal(`{"tags": ${value}}`)).toBe('Tags filter must be a string or dict');
  });
});

describe('[D-36] [D-215] order', () => {
  it.each<[string, object, string | undefined]>([
    ['none', { label: 'a' }, undefined],
    ['by a field, ascending by default', { '+order_by': 'size' }, 's ASC NULLS LAST, id'],
    ['ascending', { '+order_by': 'size', '+order': 'asc' }, 's ASC NULLS LAST, id'],
    ['descending', { '+order_by': 'size', '+order': 'desc' }, 's DESC NULLS LAST, id'],
    ['alone: the own order of the list', { '+order': 'asc' }, 'id'],
    ['alone, descending', { '+order': 'desc' }, 'id DESC'],
    [
      'strings by their lower-case form',
      { '+order_by': 'label' },
      'lower(l COLLATE case_mapping) COLLATE "C" ASC NULLS LAST, id',
    ],
    ['the limit is ignored', { '+limit': 'x' }, undefined],
  ])('%s', (_reason, filter, clause) => {
    expect(order(filter)).toBe(clause);
  });

  it.each<[string, object, string]>([
    ['an unknown field', { '+order_by': 'colour' }, 'Cannot order by colour'],
    ['an array', { '+order_by': 'tags' }, 'Cannot order by tags'],
    ['a field that is not orderable', { '+order_by': 'status' }, 'Cannot order by status'],
    ['a name that every object has', { '+order_by': 'toString' }, 'Cannot order by toString'],
    ['another direction', { '+order_by': 'label', '+order': 'ASC' }, 'Could not apply filter'],
    ['no direction', { '+order_by': 'label', '+order': null }, 'Could not apply filter'],
    ['a number to order by', { '+order_by': 5 }, 'Could not apply filter'],
    ['null to order by', { '+order_by': null }, 'Could not apply filter'],
  ])('%s is refused', (_reason, filter, reason) => {
    expect(refusal(JSON.stringify(filter))).toBe(reason);
  });

  it('alone, in a list without an id', () => {
    expect(parseFilterHeader('{"+order": "asc"}', {}).order).toEqual({ field: undefined, descending: false });
  });
});

describe('[D-35] [D-188] the header', () => {
  it.each([
    ['none', undefined],
    ['empty', ''],
    ['white space', ' \t'],
  ])('%s: no filter', (_reason, header) => {
    expect(parseFilterHeader(header, FIELDS)).toEqual({});
  });

  it('is UTF-8, whose octets Node gives as Latin-1', () => {
    const header = Buffer.from('{"label": "ü€"}').toString('latin1');
    expect(parseFilterHeader(header, FIELDS).filter).toMatchObject({ all: [{ value: 'ü€' }] });
    expect(refusal('{"label": "\xff"}')).toBe('Filter not valid JSON');
  });
});

describe('[D-38] invalid filters', () => {
  it.each(['{', "{'label': 'a'}", '{"label": }', 'label'])('%j is not JSON', (text) => {
    expect(refusal(text)).toBe('Filter not valid JSON');
  });

  it.each(['colour', 'Label', '__proto__', 'constructor', ''])('there is no field %j', (field) => {
    expect(refusal(`{${JSON.stringify(field)}: "a"}`)).toBe(`Cannot filter on ${field}`);
    expect(refusal(`{${JSON.stringify(field)}: ["a"]}`)).toBe(`Cannot filter on ${field}`);
  });

  it.each(
    [
      ['[]', 'null', '5', '"a"', 'true'],
      [
        '{"+and": {}}',
        '{"+or": "label"}',
        '{"+or": null}',
        '{"+and": [5]}',
        '{"+or": [null]}',
        '{"+or": [[]]}',
      ],
      ['{"+not": []}', '{"+gt": 5}', '{"label": {"+like": "a"}}', '{"label": {"gt": "a"}}', '{"label": {}}'],
      ['{"label": {"__proto__": "a"}}', '{"label": {"toString": "a"}}', '{"size": {"+gt": 1, "+like": 2}}'],
      ['{"+and": [{"+order_by": "label"}]}', '{"+or": [{"+order": "asc"}]}', '{"+and": [{"+limit": 5}]}'],
      ['{"label": ["a"]}', '{"label": 5}', '{"label": true}', '{"label": "\\u0000"}', '{"label": "\\ud800"}'],
      ['{"size": "5"}', '{"size": true}', '{"size": 1e999}', '{"is_public": "true"}', '{"is_public": 0}'],
      [
        '{"created": "today"}',
        '{"created": 5}',
        '{"created": "2026-02-30"}',
        '{"tags": 5}',
        '{"tags": {"+neq": 5}}',
      ],
      ['{"created": {"+contains": "2026"}}', '{"is_public": {"+contains": "t"}}'],
      ['{"label": {"+contains": 5}}', '{"label": {"+contains": null}}', '{"tags": {"+contains": null}}'],
      ['{"label": {"+gt": null}}', '{"size": {"+lte": null}}', '{"label": {"+gt": {"+gt": "a"}}}'],
      [
        '{"is_public": {"+gt": true}}',
        '{"tags": {"+gt": "a"}}',
        '{"tags": {"+lte": "a"}}',
        '{"label": {"+gt": []}}',
      ],
    ].flat(),
  )('%s cannot be applied', (text) => {
    expect(refusal(text)).toBe('Could not apply filter');
  });
});

describe('[D-38] [D-188] [D-265] the bounds of a filter', () => {
  const nested = (depth: number): object => (depth === 1 ? {} : { '+and': [nested(depth - 1)] });
  const branches = (count: number) => Array.from({ length: count }, () => ({ size: 1 }));
  it.each<[string, object, string | undefined]>([
    ['depth 10', nested(10), undefined],
    ['depth 11', nested(11), 'Could not apply filter'],
    ['depth 10 below +or', { '+or': [nested(9)] }, undefined],
    ['depth 11 below +or', { '+or': [nested(10)] }, 'Could not apply filter'],
    ['500 members', { '+or': branches(499) }, undefined],
    ['501 members', { '+or': branches(500) }, 'Could not apply filter'],
    ['500 members, each counted once', { '+or': branches(498), size: { '+gt': 1, '+lt': 5 } }, undefined],
  ])('%s', (_reason, filter, reason) => {
    expect(refusal(JSON.stringify(filter))).toBe(reason);
  });
});

function at(time: string): Date {
  return new Date(`2026-01-02T${time}Z`);
}
