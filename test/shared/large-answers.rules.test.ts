import { jest } from '@jest/globals';
import { LargeAnswers } from '../../src/shared/limits/large-answers.js';

const LARGE = 256 * 1024 + 1;
const TEN_MINUTES = 600_000;

let answers: LargeAnswers;
let given: string[];
let now: number;
beforeEach(() => {
  jest.useFakeTimers();
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  answers = new LargeAnswers();
  given = [];
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** @param worksMs how long the asker keeps the thread with what it gets */
async function take(taker: string, bytes: number, worksMs = 0): Promise<void> {
  given.push(await answers.handOver(taker, 'list', bytes, taker));
  now += worksMs;
}

function pass(milliseconds: number): Promise<void> {
  now += milliseconds;
  return jest.advanceTimersByTimeAsync(milliseconds);
}

describe('[D-211] answers', () => {
  it('of 256 KiB don’t wait', async () => {
    await Promise.all(['a', 'b', 'a'].map((taker) => take(taker, LARGE - 1)));
    expect(given).toEqual(['a', 'b', 'a']);
  });

  it('of more are handed over one after the other, in turn between accounts', async () => {
    for (const taker of ['a', 'a', 'a', 'b']) void take(taker, LARGE);
    await pass(0);
    const first = [...given];
    for (let step = 0; step < 20; step++) await pass(1);
    expect(first.length).toBeLessThan(4);
    expect(given).toEqual(['a', 'a', 'b', 'a']);
  });

  it.each([
    ['four times as long as the asker works with them at once', 10, 40],
    ['a second at most', 400, 1000],
  ])('of more are followed by a rest, %s', async (_, worksMs, restMs) => {
    const all = Promise.all([take('a', LARGE, worksMs), take('b', LARGE)]);
    await pass(0);
    await pass(restMs - 1);
    expect(given).toEqual(['a']);
    await pass(1);
    await all;
    expect(given).toEqual(['a', 'b']);
  });

  it('of more are expected again by the caller who got one, to the same question, for ten minutes', async () => {
    await take('a', LARGE);
    expect(answers.isExpected('b', 'list')).toBe(false);
    expect(answers.isExpected('a', 'another list')).toBe(false);
    await pass(TEN_MINUTES - 1);
    expect(answers.isExpected('a', 'list')).toBe(true);
    await pass(1);
    expect(answers.isExpected('a', 'list')).toBe(false);
  });
});
