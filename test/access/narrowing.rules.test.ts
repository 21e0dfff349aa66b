import type { Named, RecordAction } from '../../src/access/narrowing/narrowing.js';
import {
  allowsAction,
  coversZone,
  fitsNames,
  isFromSource,
  isUseDue,
  requireRecordsCovered,
  unusedUntil,
} from '../../src/access/narrowing/narrowing.rules.js';

const ALL: Named = { names: null, types: null, actions: null };

describe('[D-237] names', () => {
  it.each([
    [null, 'anything', true],
    [[], 'anything', false],
    [['www'], 'WWW', true],
    [['www'], 'www.x', false],
    [['www'], 'x.www', false],
    [[''], '', true],
    [[''], 'x', false],
    [['*'], '', false],
    [['*'], 'x', true],
    [['*'], 'x.y', true],
    [['*.x'], 'x', false],
    [['*.x'], 'a.x', true],
    [['*.x'], 'a.b.x', true],
    [['*.x'], 'ax', false],
    [['*.x'], '*.x', true],
    [['_a.*'], '_a.b', true],
    [['_a.*'], 'xa.b', false],
    [['_a.*'], '_axb', false],
    [['a.*.b'], 'a.b', false],
    [['a.*.b'], 'a.x.y.b', true],
    [['*._domainkey.*'], 'k._domainkey.www', true],
    [['*._domainkey.*'], '_domainkey.www', false],
  ])('%j and %j: %s', (names, name, fits) => {
    expect(fitsNames(name, names)).toBe(fits);
  });
});

describe('[D-237] what entries allow', () => {
  const record = { name: 'www', type: 'TXT' };
  it.each<[string, Named[], RecordAction, boolean]>([
    ['nothing named', [], 'read', false],
    ['all', [ALL], 'delete', true],
    ['another type', [{ ...ALL, types: ['A'] }], 'read', false],
    ['another action', [{ ...ALL, actions: ['read'] }], 'update', false],
    [
      'one entry of two',
      [
        { ...ALL, types: ['A'] },
        { ...ALL, actions: ['update'] },
      ],
      'update',
      true,
    ],
    [
      'two entries that allow it only together',
      [
        { ...ALL, types: ['A'] },
        { ...ALL, actions: ['read'] },
      ],
      'update',
      false,
    ],
  ])('%s', (_, entries, action, allowed) => {
    expect(allowsAction(entries, action, record)).toBe(allowed);
  });

  it('a change of records needs access to the record before and after it', () => {
    const caller = { narrowing: { openKinds: [] }, named: [{ ...ALL, names: ['www'] }] };
    const other = { ...record, name: 'mail' };
    expect(() => requireRecordsCovered(caller, 'update', record, record)).not.toThrow();
    expect(() => requireRecordsCovered(caller, 'update', record, other)).toThrow('restrictions');
    expect(() => requireRecordsCovered(caller, 'update', other, record)).toThrow('restrictions');
    expect(() => requireRecordsCovered({ narrowing: { openKinds: [] } }, 'create', record)).toThrow(
      'restrictions',
    );
    expect(() => requireRecordsCovered({ narrowing: null }, 'create', record)).not.toThrow();
    expect(() =>
      requireRecordsCovered({ narrowing: { openKinds: ['domain'] } }, 'create', record),
    ).not.toThrow();
  });

  it.each<[string, Named, boolean, boolean]>([
    ['the domain', ALL, true, true],
    ['reading it', { ...ALL, actions: ['read'] }, true, false],
    ['every action on its records', { ...ALL, actions: ['read', 'create', 'update', 'delete'] }, true, false],
    ['changing its records', { ...ALL, actions: ['update'] }, false, false],
    ['all names', { ...ALL, names: ['*', ''] }, false, false],
    ['a type', { ...ALL, types: ['A'] }, false, false],
  ])('of the zone: %s', (_, entry, reads, changes) => {
    expect([coversZone([entry], 'read'), coversZone([entry], 'update')]).toEqual([reads, changes]);
  });
});

it('[D-240] the records of a set of changes are compared with names that are read once', () => {
  let reads = 0;
  const names = ['server.*', '*'];
  Object.defineProperty(names, 0, { get: () => (reads++, 'server.*') });
  const token = { narrowing: { openKinds: [] }, named: [{ ...ALL, names }] };
  for (let index = 0; index < 100; index++)
    requireRecordsCovered(token, 'create', { name: `host-${index}`, type: 'A' });
  expect(reads).toBe(1);
});

describe('[D-237] sources', () => {
  it.each([
    ['192.0.2.1', null, true],
    ['192.0.2.1', ['192.0.2.0/24'], true],
    ['192.0.3.1', ['192.0.2.0/24', '2001:db8::/32'], false],
    ['2001:db8::1', ['192.0.2.0/24', '2001:db8::/32'], true],
    ['2001:db9::1', ['0.0.0.0/0', '2001:db8::/32'], false],
    ['::192.0.2.1', ['192.0.2.0/24'], false],
    ['192.0.2.1', ['::/0'], false],
    ['', ['0.0.0.0/0'], false],
    ['nonsense', ['0.0.0.0/0', '::/0'], false],
  ])('%s of %j: %s', (address, sources, isFrom) => {
    expect(isFromSource(address, sources)).toBe(isFrom);
  });
});

it('[D-237] a use is due an hour after the last stored one', () => {
  const made = new Date('2026-01-01T00:00:00Z');
  const narrowing = {
    openKinds: [],
    sources: null,
    unusedDays: 2,
    unusedUntil: unusedUntil(made, 2).toISOString(),
  };
  expect(narrowing.unusedUntil).toBe('2026-01-03T01:00:00.000Z');
  expect(isUseDue(narrowing, new Date('2026-01-01T00:59:59Z'))).toBe(false);
  expect(isUseDue(narrowing, new Date('2026-01-01T01:00:00Z'))).toBe(true);
  expect(isUseDue({ ...narrowing, unusedDays: null, unusedUntil: null }, made)).toBe(false);
});
