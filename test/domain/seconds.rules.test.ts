import {
  DEFAULT_SECONDS,
  MAX_SECONDS,
  roundDomainSeconds,
  roundRecordTtl,
} from '../../src/domain/seconds.rules.js';

describe('[D-93] seconds of a domain are rounded up', () => {
  it.each([
    [0, 0],
    [1, 30],
    [30, 30],
    [31, 120],
    [121, 300],
    [300, 300],
    [301, 3600],
    [14401, 28800],
    [1209601, 2419200],
    [2419200, 2419200],
    [2419201, 2419200],
    [2147483647, 2419200],
    [Number.MAX_SAFE_INTEGER, 2419200],
  ])('%d becomes %d', (given, stored) => {
    expect(roundDomainSeconds(given)).toBe(stored);
  });
});

describe('[D-98] the TTL of a record is rounded to the nearest, ties up', () => {
  it.each([
    [0, 0],
    [1, 300],
    [1949, 300],
    [1950, 3600],
    [5399, 3600],
    [5400, 7200],
    [10799, 7200],
    [10800, 14400],
    [21599, 14400],
    [21600, 28800],
    [43199, 28800],
    [43200, 57600],
    [71999, 57600],
    [72000, 86400],
    [129599, 86400],
    [129600, 172800],
    [259199, 172800],
    [259200, 345600],
    [475199, 345600],
    [475200, 604800],
    [907199, 604800],
    [907200, 1209600],
    [1814399, 1209600],
    [1814400, 2419200],
    [2147483647, 2419200],
  ])('%d becomes %d', (given, stored) => {
    expect(roundRecordTtl(given)).toBe(stored);
  });
});

it('[D-93] the values that 0 means, and the longest TTL of DNS', () => {
  expect(DEFAULT_SECONDS).toEqual({ ttl: 86400, refresh: 14400, retry: 14400, expire: 1209600 });
  expect(MAX_SECONDS).toBe(2147483647);
});

const RECORD_TTLS = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];

it('[D-93] the valid values of a domain stay as they are', () => {
  const valid = [0, 30, 120, ...RECORD_TTLS];
  expect(valid.map(roundDomainSeconds)).toEqual(valid);
});

it('[D-98] the valid values of a record stay as they are', () => {
  const valid = [0, ...RECORD_TTLS];
  expect(valid.map(roundRecordTtl)).toEqual(valid);
});
