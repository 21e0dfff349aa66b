import {
  asksParent,
  nextCheck,
  nextStep,
  renewalAfter,
  type ParentDs,
  type SigningFacts,
  type SigningStatus,
} from '../../src/domain/dnssec/dnssec.rules.js';
import { delegationRecords } from '../../src/domain/dnssec/delegation.rules.js';
import { dsOf, dsText, keyTagOf } from '../../src/domain/dnssec/key.rules.js';

const NOW = new Date('2026-06-30T12:00:00Z');
const LATER = new Date('2026-06-30T12:00:01Z');
const HOUR_MS = 3_600_000;
const DS_TTL = 7200;
const OWN = '1 13 2 AA';
const OTHER = '2 13 2 BB';

const facts = (status: SigningStatus, until: Date | null, since = NOW): SigningFacts => ({
  status,
  until,
  since,
  dsTtlSec: DS_TTL,
  renewed: NOW,
});
const parent = (anywhere: string[], everywhere = anywhere): ParentDs => ({ anywhere, everywhere, ttl: 60 });

it.each<[string, SigningStatus, Date | null, ParentDs | undefined, string | undefined]>([
  ['preparing, caches have unsigned answers', 'preparing', LATER, undefined, undefined],
  ['preparing, no cache has', 'preparing', NOW, undefined, 'signed'],
  ['signed', 'signed', null, parent([]), undefined],
  ['rolling, caches have the old key alone', 'rolling', LATER, parent([OWN]), undefined],
  ['rolling, no cache has', 'rolling', NOW, undefined, 'replacing'],
  ['replacing, no answer', 'replacing', null, undefined, undefined],
  ['replacing, another DS is listed', 'replacing', null, parent([OTHER]), undefined],
  ['replacing, one server lists it', 'replacing', null, parent([OTHER, OWN], [OTHER]), undefined],
  ['replacing, every server lists it', 'replacing', null, parent([OTHER, OWN]), 'retiring 10800'],
  ['retiring, caches have the old DS', 'retiring', LATER, parent([OWN]), undefined],
  ['retiring, no cache has', 'retiring', NOW, parent([OWN]), 'signed'],
  ['retiring, no answer', 'retiring', NOW, undefined, undefined],
  ['retiring, no longer listed', 'retiring', NOW, parent([OTHER]), 'replacing'],
  ['ending, no answer', 'ending', null, undefined, undefined],
  ['ending, one server lists a DS', 'ending', null, parent([OTHER], []), undefined],
  ['ending, none lists one', 'ending', null, parent([]), 'unsigning 10800'],
  ['unsigning, caches have the DS', 'unsigning', LATER, parent([]), undefined],
  ['unsigning, no cache has', 'unsigning', NOW, parent([]), 'unsigned'],
  ['unsigning, no answer', 'unsigning', NOW, undefined, undefined],
  ['unsigning, a DS is listed again', 'unsigning', NOW, parent([OTHER]), 'ending'],
])('[D-244] a zone: %s', (_case, status, until, said, after) => {
  const step = nextStep(facts(status, until), said, OWN, NOW);
  expect(step && [step.status, step.seconds].filter((part) => part !== null).join(' ')).toBe(after);
});

it.each<[SigningStatus, Date | null, boolean]>([
  ['replacing', null, true],
  ['ending', null, true],
  ['retiring', NOW, true],
  ['retiring', LATER, false],
  ['unsigning', NOW, true],
  ['unsigning', LATER, false],
  ['signed', null, false],
  ['preparing', NOW, false],
  ['rolling', NOW, false],
])('[D-244] whether the parent zone decides: %s until %s', (status, until, asks) => {
  expect(asksParent(facts(status, until), NOW)).toBe(asks);
});

// 2026-07-02 is a Thursday.
it.each([
  ['2026-06-30T12:00:00Z', '2026-07-02T01:00:00Z'],
  ['2026-07-02T00:59:59Z', '2026-07-02T01:00:00Z'],
  ['2026-07-02T01:00:00Z', '2026-07-09T01:00:00Z'],
  ['2026-07-08T23:59:59Z', '2026-07-09T01:00:00Z'],
])('[D-244] a zone that was fetched at %s is fetched again at %s', (renewed, next) => {
  expect(renewalAfter(new Date(renewed))).toEqual(new Date(next));
});

it.each<[string, SigningFacts, number]>([
  ['signed: for fresh signatures', facts('signed', null), 37 * HOUR_MS],
  ['preparing: at its end', facts('preparing', new Date(NOW.getTime() + HOUR_MS)), HOUR_MS],
  ['waiting for the parent zone, at first', facts('ending', null), HOUR_MS / 12],
  ['for five hours', facts('ending', null, new Date(NOW.getTime() - 5 * HOUR_MS)), HOUR_MS / 2],
  ['for days', facts('ending', null, new Date(NOW.getTime() - 100 * HOUR_MS)), HOUR_MS],
  ['without an answer after its end', facts('unsigning', NOW), HOUR_MS / 12],
])('[D-244] when a zone is looked at again, %s', (_case, zone, after) => {
  expect(nextCheck({ ...zone, delegated: false }, NOW).getTime() - NOW.getTime()).toBe(after);
});

it('[D-293] a zone whose DS records the service keeps in the zone above is looked at each hour', () => {
  const zone = { ...facts('signed', null), delegated: true };
  expect(nextCheck(zone, NOW).getTime() - NOW.getTime()).toBe(HOUR_MS);
});

it('[D-293] a domain that has the name of the one above twice is not delegated at the apex', () => {
  const hosts = ['ns1.example.net.'];
  const [record] = delegationRecords('NS', hosts, 'example.com.example.com', 'example.com');
  expect(record!.name).toBe('example.com');
});

describe('[D-244] the key of RFC 6605 section 6.1', () => {
  const key = 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==';

  it('has its tag', () => expect(keyTagOf(key)).toBe(55648));

  it('has its DS record', () =>
    expect(dsText(dsOf('example.net', key))).toBe(
      '55648 13 2 B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17',
    ));
});
