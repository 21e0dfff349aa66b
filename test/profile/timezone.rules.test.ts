import { isTimezone } from '../../src/profile/me/timezone.rules.js';

describe('[D-71] a timezone', () => {
  it.each([
    'GMT',
    'UTC',
    'America/New_York',
    'US/Eastern',
    'Europe/Kyiv',
    'Europe/Kiev',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'GMT+0',
    'EST5EDT',
    'CST6CDT',
    'PST8PDT',
    'Asia/Muscat',
    'Australia/ACT',
    'Australia/Hobart',
    'Europe/Belfast',
    'W-SU',
  ])('%s is a name or link', (name) => {
    expect(isTimezone(name)).toBe(true);
  });

  it.each([
    '',
    'Mars/Base',
    '+01:00',
    'UTC+1',
    'GMT+5',
    'PST',
    'SystemV/EST5',
    'Europe',
    'local',
    ' GMT',
    'GMT ',
  ])('%j is none', (name) => {
    expect(isTimezone(name)).toBe(false);
  });
});
