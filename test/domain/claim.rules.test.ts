import { statusAfterCheck, type ClaimStatus } from '../../src/domain/claims/claim.rules.js';

const NOW = new Date('2026-06-30T12:00:00Z');
const LATER = new Date('2026-06-30T12:00:01Z');
const LONG_AGO = new Date('2026-05-31T12:00:00Z');
const A_SECOND_LESS = new Date('2026-05-31T12:00:01Z');

it.each<[string, ClaimStatus, Date, boolean | undefined, boolean, ClaimStatus]>([
  ['pending, not listed', 'pending', LATER, false, false, 'pending'],
  ['pending, no answer', 'pending', LATER, undefined, false, 'pending'],
  ['pending, listed, a domain in the way', 'pending', LATER, true, true, 'verified'],
  ['pending, listed, nothing in the way', 'pending', LATER, true, false, 'done'],
  ['pending for too long, though listed', 'pending', NOW, true, false, 'expired'],
  ['verified, its time is not over', 'verified', LATER, true, true, 'verified'],
  ['verified, the domain in the way has gone', 'verified', LATER, true, false, 'done'],
  ['verified, changed back, its time is not over', 'verified', LATER, false, false, 'verified'],
  ['verified, still listed at its end', 'verified', NOW, true, true, 'done'],
  ['verified, changed back at its end', 'verified', NOW, false, true, 'expired'],
  ['verified, no answer at its end', 'verified', NOW, undefined, true, 'verified'],
  ['verified, no answer for nearly 30 days', 'verified', A_SECOND_LESS, undefined, true, 'verified'],
  ['verified, no answer for 30 days', 'verified', LONG_AGO, undefined, true, 'expired'],
  ['done', 'done', NOW, false, true, 'done'],
  ['withdrawn', 'withdrawn', NOW, true, false, 'withdrawn'],
])('[D-204] a claim: %s', (_case, status, expires, listed, obstructed, after) => {
  expect(statusAfterCheck({ status, expires, isListed: listed, hasObstacles: obstructed }, NOW)).toBe(after);
});
