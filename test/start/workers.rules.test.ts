import { quickDeaths, restartDelay } from '../../src/workers.rules.js';

describe('a process of WORKERS that dies', () => {
  it.each([
    ['for the first time: at once', 1, 0],
    ['a second time within a minute', 2, 1_000],
    ['a third time', 3, 2_000],
    ['a sixth time', 6, 16_000],
    ['a seventh time: no later than this', 7, 30_000],
    ['a hundredth time', 100, 30_000],
    ['after a long life: at once', 0, 0],
  ])('is replaced, %s', (_, deaths, delay) => {
    expect(restartDelay(deaths)).toBe(delay);
  });

  it.each([
    ['soon after its start', 3, 59_999, 4],
    ['after a minute', 3, 60_000, 0],
  ])('counts %s', (_, before, lifeMs, expected) => {
    expect(quickDeaths(before, lifeMs)).toBe(expected);
  });
});
