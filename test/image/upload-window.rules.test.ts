import { cutAfterMs, isInProgress } from '../../src/image/uploads/upload-window.rules.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const DAY_MS = 86_400_000;

describe('[D-130] when an upload is cut', () => {
  it.each<[string, number, number]>([
    ['a day ahead, at the end of the default window', DAY_MS, DAY_MS],
    ['in a millisecond', 1, 1],
    ['at once when the window is over', 0, 0],
    ['at once when it was over a second ago', -1000, -1000],
    ['after the longest wait of a timer', 2_147_483_647, 2_147_483_647],
    ['no later than that: a longer wait would be none', 2_147_483_648, 2_147_483_647],
    ['no later than that, in a window of a year', 365 * DAY_MS, 2_147_483_647],
  ])('%s', (_, ahead, wait) => {
    expect(cutAfterMs(new Date(NOW.getTime() + ahead), NOW.getTime())).toBe(wait);
  });
});

describe('[D-128] whether an upload to the address is running', () => {
  it.each<[string, string | null, boolean]>([
    ['none yet', null, false],
    ['one is running', '2026-01-02 03:04:06+00', true],
    ['its lease ends now', '2026-01-02 03:04:05+00', false],
    ['its lease has ended', '2026-01-02 03:04:04.999999+00', false],
  ])('%s', (_, leaseUntil, inProgress) => {
    expect(isInProgress(leaseUntil === null ? null : new Date(leaseUntil), NOW)).toBe(inProgress);
  });
});
