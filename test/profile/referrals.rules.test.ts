import { shownReferrals } from '../../src/profile/me/referrals.rules.js';

const FIGURES = { code: 'c0de', completed: 2, credit: 40.5, pending: 1, total: 3 };

describe('[D-72] referrals', () => {
  it.each([0, 24.99])('are empty after payments of %d USD', (paymentsTotalUsd) => {
    expect(shownReferrals({ ...FIGURES, paymentsTotalUsd }, 'https://cloud.example')).toEqual({
      code: '',
      url: '',
      completed: 0,
      credit: 0,
      pending: 0,
      total: 0,
    });
  });

  it.each([25, 1000])('are shown after payments of %d USD', (paymentsTotalUsd) => {
    expect(shownReferrals({ ...FIGURES, paymentsTotalUsd }, 'https://cloud.example')).toEqual({
      code: 'c0de',
      url: 'https://cloud.example/?r=c0de',
      completed: 2,
      credit: 40.5,
      pending: 1,
      total: 3,
    });
  });
});
