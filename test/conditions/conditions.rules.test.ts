import type { IncomingHttpHeaders } from 'node:http';
import { conditionsOf, hasConditions, parseKey } from '../../src/shared/http/conditions/conditions.rules.js';
import { entityTag, isAmong, matches } from '../../src/shared/http/response/entity-tag.js';
import type { Invalid } from '../../src/shared/errors/errors.js';
import { shownFaults } from '../support/faults-of.js';

const TOKEN = { credential: 'token' } as const;
const ADDRESS = { credential: 'address' } as const;
function fieldsAtFault(headers: IncomingHttpHeaders, endpoint: Parameters<typeof conditionsOf>[0]) {
  try {
    return conditionsOf(endpoint, headers);
  } catch (error) {
    return shownFaults((error as Invalid).faults).map(({ field }) => field);
  }
}

describe('[D-230] a change has conditions', () => {
  it.each(['idempotency-key', 'if-match', 'if-none-match', 'dry-run'])('with %s', (name) => {
    expect(hasConditions({ [name]: '' })).toBe(true);
    expect(hasConditions({ [`x-${name}`]: 'x' })).toBe(false);
  });

  it('by its headers', () => {
    expect(conditionsOf(TOKEN, {})).toEqual({ isDry: false });
    const headers = { 'idempotency-key': 'one', 'if-match': '"tag"', 'dry-run': 'true' };
    expect(conditionsOf(TOKEN, headers)).toEqual({ key: 'one', ifMatch: '"tag"', isDry: true });
  });

  it('and all their faults are reported at once', () => {
    const headers = { 'idempotency-key': ' ', 'dry-run': 'yes', 'if-none-match': '*' };
    expect(fieldsAtFault(headers, TOKEN)).toEqual(['Idempotency-Key', 'Dry-Run', 'If-None-Match']);
  });

  it('[D-273] but an upload has neither a key nor a dry run', () => {
    const headers = { 'idempotency-key': 'one', 'dry-run': 'true' };
    expect(fieldsAtFault(headers, ADDRESS)).toEqual(['Idempotency-Key', 'Dry-Run']);
    expect(conditionsOf(ADDRESS, { 'if-match': '*' })).toEqual({ ifMatch: '*', isDry: false });
  });
});

describe('[D-230] a key', () => {
  it.each([
    ['one', 'one'],
    ['"one"', 'one'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), undefined],
    ['', undefined],
    ['""', undefined],
    ['"open', undefined],
    ['two words', undefined],
    ['"two words"', undefined],
    ['ü', undefined],
    ['!~', '!~'],
  ])('%s is read as %s', (header, key) => {
    expect(parseKey(header)).toBe(key);
  });
});

describe('[D-231] a tag', () => {
  const tag = entityTag('body');

  it('is the same for the same bytes, as text or not', () => {
    const body = Buffer.from('body');
    expect([entityTag(body), entityTag(body)]).toEqual([tag, tag]);
    expect(entityTag('other')).not.toBe(tag);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
  });

  it.each([
    [tag, true, true],
    [` * `, true, true],
    [`"x", ${tag}`, true, true],
    [`W/${tag}`, true, false],
    [tag.slice(1, -1), false, false],
    ['"x"', false, false],
    ['', false, false],
  ])('%s is among those of If-None-Match: %s, and matches for If-Match: %s', (header, weakly, strongly) => {
    expect(isAmong(tag, header)).toBe(weakly);
    expect(matches(tag, header)).toBe(strongly);
  });

  it('of a missing object matches nothing', () => {
    expect([matches(undefined, '*'), isAmong(undefined, '*'), isAmong(tag, undefined)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
