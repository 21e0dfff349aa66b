import pg from 'pg';
import {
  isDown,
  isConflict,
  isLockTimeout,
  isLost,
  isOutdated,
  isRefusal,
  isTooSlow,
  isViolation,
  refusalOf,
  translated,
} from '../../src/database/driver/database-errors.js';
import { NotFound, Unavailable } from '../../src/shared/errors/errors.js';

/** An error as PostgreSQL sends it. */
const sent = (code: string, more: object = {}) =>
  Object.assign(new pg.DatabaseError('', 0, 'error'), { code, ...more });
const system = (code: string) => Object.assign(new Error(code), { code });
const CODES = [
  '08006',
  '57P01',
  '53300',
  '25006',
  '25P03',
  '57014',
  '55P03',
  '40001',
  '40P01',
  '23505',
  '26000',
  '0A000',
  '42601',
];
const among = (holds: (error: pg.DatabaseError) => boolean) => CODES.filter((code) => holds(sent(code)));
const TAKEN = new NotFound();
const CONSTRAINTS = { taken: () => TAKEN };

describe('[D-34] a failure of PostgreSQL', () => {
  it('is known by its code', () => {
    expect(among(isConflict)).toEqual(['40001', '40P01']);
    expect(among(isOutdated)).toEqual(['26000']);
    expect(among(isLockTimeout)).toEqual(['55P03']);
    expect(among(isRefusal)).toEqual(['23505']);
    expect(among(isDown)).toEqual(['08006', '57P01', '53300', '25006', '25P03', '57014', '55P03']);
    expect(among(isLost)).toEqual(['08006', '57P01', '25006', '25P03']);
    expect(among(isTooSlow)).toEqual(['25P03', '57014', '55P03', '40001', '40P01']);
  });

  it('is an outdated statement when it comes from the plan cache, not for other unsupported features', () => {
    expect(isOutdated(sent('0A000', { routine: 'RevalidateCachedQuery' }))).toBe(true);
    expect(isOutdated(sent('42601', { routine: 'RevalidateCachedQuery' }))).toBe(false);
  });

  it('ends the session when it is FATAL or PANIC', () => {
    const severities = ['ERROR', 'FATAL', 'PANIC'];
    expect(severities.filter((severity) => isLost(sent('XX000', { severity })))).toEqual(['FATAL', 'PANIC']);
    expect(translated(sent('XX000', { severity: 'FATAL' }), {})).toBeInstanceOf(Unavailable);
  });

  it('violates the rule that it names', () => {
    expect(isViolation(sent('23514', { constraint: 'taken' }), 'taken')).toBe(true);
    expect(isViolation(sent('23514', { constraint: 'other' }), 'taken')).toBe(false);
    expect(isViolation(undefined, 'taken')).toBe(false);
    expect(isLockTimeout(undefined)).toBe(false);
  });

  it('has the error of its constraint, only for a code of integrity', () => {
    expect(refusalOf(sent('23505', { constraint: 'taken' }), CONSTRAINTS)).toBe(TAKEN);
    expect(refusalOf(sent('42601', { constraint: 'taken' }), CONSTRAINTS)).toBeUndefined();
    expect(refusalOf(sent('23505', { constraint: 'other' }), CONSTRAINTS)).toBeUndefined();
    expect(refusalOf(undefined, CONSTRAINTS)).toBeUndefined();
  });
});

describe('[D-34] a failure to reach PostgreSQL', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])(
    '%s is 503 and loses the connection',
    (code) => {
      expect(isDown(system(code))).toBe(true);
      expect(isLost(system(code))).toBe(true);
      expect(translated(system(code), {})).toBeInstanceOf(Unavailable);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('"%s" is 503', (message) => {
    expect(isDown(new Error(message))).toBe(true);
    expect(isDown(new Error(`Not: ${message}`))).toBe(false);
  });

  it('is too slow when the pool has no free connection, not when no server responds', () => {
    expect(isTooSlow(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isTooSlow(system('ECONNREFUSED'))).toBe(false);
  });
});

describe('any other error', () => {
  it('stays unchanged', () => {
    for (const thrown of [TAKEN, new TypeError('bug'), sent('42601'), 'text', undefined]) {
      expect(translated(thrown, CONSTRAINTS)).toBe(thrown);
      expect(isLost(thrown)).toBe(false);
    }
  });

  it('is the refusal of a violated constraint, or 503 with its cause after a conflict', () => {
    expect(translated(sent('23505', { constraint: 'taken' }), CONSTRAINTS)).toBe(TAKEN);
    const conflict = sent('40001');
    expect(translated(conflict, CONSTRAINTS)).toMatchObject({ constructor: Unavailable, cause: conflict });
  });
});
