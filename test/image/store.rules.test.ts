import { areTooManyOrphans, mayBeOrphan } from '../../src/image/store/orphans.rules.js';
import { imageKey, isFormerImageKey, isImageKey } from '../../src/image/store/store-keys.rules.js';
import { conflictWithMarker, markerText, parseMarker } from '../../src/image/store/store-marker.rules.js';

const HEX = '0123456789abcdef0123456789abcdef';
const KEY = `images/7-${HEX}`;
const NOW = new Date('2026-01-02T03:04:05Z');
const HOUR_MS = 3_600_000;

describe('[D-220] keys', () => {
  it('name the image and 16 random bytes', () => {
    expect(imageKey(7, Buffer.from(HEX, 'hex'))).toBe(KEY);
  });

  it.each<[string, boolean, boolean]>([
    [KEY, true, false],
    [`images/9007199254740991-${HEX}`, true, false],
    [`7-${HEX}`, false, true],
    [`images/0-${HEX}`, false, false],
    [`images/07-${HEX}`, false, false],
    [`0-${HEX}`, false, false],
    [`images/7-${HEX}0`, false, false],
    [`7-${HEX}0`, false, false],
    [`images/7-${HEX.slice(1)}`, false, false],
    [`images/7-${HEX.toUpperCase()}`, false, false],
    [`images/a/7-${HEX}`, false, false],
    [`x/images/7-${HEX}`, false, false],
    [`x7-${HEX}`, false, false],
    ['cloud-account-image-store.json', false, false],
    ['', false, false],
  ])('%s: of this release %s, of an earlier one %s', (key, isOwn, isFormer) => {
    expect([isImageKey(key), isFormerImageKey(key)]).toEqual([isOwn, isFormer]);
  });
});

describe('[D-220] orphans', () => {
  const object = (ageMs: number, key = KEY) => ({ key, modified: new Date(NOW.getTime() - ageMs) });

  it.each([
    ['24 hours old', object(24 * HOUR_MS), true],
    ['a millisecond younger', object(24 * HOUR_MS - 1), false],
    ['from the future', object(-HOUR_MS), false],
    ["old, but not the service's", object(99 * HOUR_MS, 'notes.txt'), false],
    ['old, of an earlier release', object(99 * HOUR_MS, `7-${HEX}`), false],
  ])('%s: may be deleted %s', (_, stored, expected) => {
    expect(mayBeOrphan(stored, NOW)).toBe(expected);
  });

  it.each([
    [20, 20, false],
    [21, 21, true],
    [21, 209, true],
    [21, 210, false],
    [21, 1000, false],
    [101, 1000, true],
    [0, 0, false],
  ])('%i of %i images are too many: %s', (orphans, images, expected) => {
    expect(areTooManyOrphans(orphans, images)).toBe(expected);
  });
});

describe('[D-220] the marker', () => {
  const self = { databaseId: 'd', generation: 'g' };

  it('is read as it was written', () => {
    expect(parseMarker(markerText(self))).toEqual(self);
    expect(markerText(self)).toBe('{"database_id":"d","generation":"g"}\n');
  });

  it.each([
    '',
    'text',
    'null',
    '1',
    '{}',
    '{"database_id":"d"}',
    '{"generation":"g"}',
    '{"database_id":1,"generation":"g"}',
  ])('%j is none', (text) => {
    expect(parseMarker(text)).toBeNull();
  });

  it.each([
    ['its own', markerText(self), undefined],
    ["another database's", markerText({ ...self, databaseId: 'e' }), 'belongs to another database'],
    [
      'another generation',
      markerText({ ...self, generation: 'h' }),
      'belongs to another generation of this database, before or after a restored backup',
    ],
    ['unreadable', '', 'belongs to another database'],
  ])('%s', (_, marker, conflict) => {
    expect(conflictWithMarker(marker, self)).toBe(conflict);
  });
});
