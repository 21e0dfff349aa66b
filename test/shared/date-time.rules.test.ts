import { parseDateTime, parseTime, shownDate, shownTime } from '../../src/shared/time/date-time.js';

describe('[D-09] a date-time of a request', () => {
  it.each([
    ['UTC without a suffix', '2026-01-02T03:04:05', '2026-01-02T03:04:05'],
    ['Z', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05'],
    ['a fraction is dropped', '2026-01-02T03:04:05.999', '2026-01-02T03:04:05'],
    ['a fraction of one digit, and Z', '2026-01-02T03:04:05.9Z', '2026-01-02T03:04:05'],
    ['an offset ahead', '2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05'],
    ['an offset behind, over midnight', '2026-01-02T23:34:05-00:30', '2026-01-03T00:04:05'],
    ['offsets of 10 hours and more', '2026-01-02T12:00:00+12:45', '2026-01-01T23:15:00'],
    ['the largest offset', '2026-01-02T12:00:00+23:59', '2026-01-01T12:01:00'],
    ['29 February of a leap year', '2028-02-29T00:00:00', '2028-02-29T00:00:00'],
    ['the last second', '9999-12-31T23:59:59', '9999-12-31T23:59:59'],
    ['the first second', '0001-01-01T00:00:00', '0001-01-01T00:00:00'],
  ])('%s', (_reason, text, shown) => {
    expect(shownDate(parseDateTime(text)!)).toBe(shown);
  });

  it.each([
    ['a date', '2026-01-02'],
    ['no seconds', '2026-01-02T03:04'],
    ['a space', '2026-01-02 03:04:05'],
    ['a small t', '2026-01-02t03:04:05'],
    ['a space in front', ' 2026-01-02T03:04:05'],
    ['something after it', '2026-01-02T03:04:05Zx'],
    ['a fraction without digits', '2026-01-02T03:04:05.'],
    ['letters in the fraction', '2026-01-02T03:04:05.x'],
    ['an offset without minutes', '2026-01-02T03:04:05+02'],
    ['an offset without a colon', '2026-01-02T03:04:05+0200'],
    ['an offset of 24 hours', '2026-01-02T03:04:05+24:00'],
    ['an offset of 30 hours', '2026-01-02T03:04:05+30:00'],
    ['an offset of 60 minutes', '2026-01-02T03:04:05+02:60'],
    ['30 February', '2026-02-30T00:00:00'],
    ['29 February of another year', '2027-02-29T00:00:00'],
    ['month 13', '2026-13-01T00:00:00'],
    ['day 0', '2026-01-00T00:00:00'],
    ['hour 24', '2026-01-02T24:00:00'],
    ['minute 60', '2026-01-02T03:60:00'],
    ['second 60', '2026-01-02T03:04:60'],
    ['a year of five digits', '12026-01-02T03:04:05'],
    ['a sign', '+002026-01-02T03:04:05Z'],
    ['year 10000 by its offset', '9999-12-31T23:59:59-00:01'],
    ['year 0', '0000-12-31T23:59:59'],
    ['year 0 by its offset', '0001-01-01T00:00:00+00:01'],
    ['nothing', ''],
    ['a word with a T', 'Today'],
  ])('none: %s', (_reason, text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('[D-36] a time in a filter', () => {
  it('may be a date, which begins at midnight', () => {
    expect(parseTime('2026-01-02')).toEqual(new Date('2026-01-02T00:00:00Z'));
  });

  it.each(['2026-01', '2026-1-2', '2026-02-30', '2026-01-02Z', '20260102'])('is not %s', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

it('[D-09] is shown in whole seconds, without a suffix', () => {
  expect(shownTime('2026-01-02 03:04:05.678+00')).toBe('2026-01-02T03:04:05');
  expect(shownTime(null)).toBeNull();
  expect(shownDate(new Date('2026-01-02T03:04:05.999Z'))).toBe('2026-01-02T03:04:05');
});
