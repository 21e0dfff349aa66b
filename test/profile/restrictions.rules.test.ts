import { RECORD_TYPES as DOMAIN_TYPES } from '../../src/domain/records/record-type.js';
import {
  domainNameOf,
  imageNumber,
  looseFaults,
  networkOf,
  patternOf,
  NARROWABLE_TYPES,
  restrictionFaults,
  tooLong,
} from '../../src/profile/tokens/restrictions.rules.js';
import { RestrictionsRequest } from '../../src/profile/tokens/restrictions.request.js';

it('[D-237] the types are those of records', () => {
  expect(NARROWABLE_TYPES).toEqual(DOMAIN_TYPES);
});

describe('[D-237] a source', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:DB8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['192.0.2.1/24', undefined],
    ['2001:db8::1/32', undefined],
    ['192.0.2.0/33', undefined],
    ['192.0.2.0/024', '192.0.2.0/24'],
    ['2001:db8::/032', '2001:db8::/32'],
    ['::/00', '::/0'],
    ['192.0.2.0/', undefined],
    ['192.0.2.0/24/8', undefined],
    ['192.0.2.0/ 24', undefined],
    ['192.0.2.0/0x18', undefined],
    ['010.0.0.0/8', undefined],
    ['10/8', undefined],
    ['fe80::1%eth0', undefined],
    ['::ffff:192.0.2.0/120', undefined],
    ['localhost', undefined],
    ['', undefined],
  ])('%s: %s', (value, network) => {
    expect(networkOf(value)).toBe(network);
  });
});

describe('[D-237] a name', () => {
  it.each([
    ['@', ''],
    ['', ''],
    ['WWW', 'www'],
    ['_acme-challenge.*', '_acme-challenge.*'],
    ['*', '*'],
    ['*.x.*', '*.x.*'],
    ['bücher.x', 'xn--bcher-kva.x'],
    ['*.*.*', undefined],
    ['a*', undefined],
    ['**', undefined],
    ['www.', undefined],
    ['.www', undefined],
    ['a..b', undefined],
    ['a b', undefined],
    ['a%', undefined],
    ['a\\b', undefined],
    ['a\u0000', undefined],
    ['ü b', undefined],
    ['x'.repeat(64), undefined],
    [`${'a.'.repeat(50)}b`, undefined],
  ])('%j: %j', (value, name) => {
    expect(patternOf(value)).toBe(name);
  });
});

it.each([
  ['private/15', 15],
  ['private/0', undefined],
  ['private/015', undefined],
  ['public/15', undefined],
  ['15', undefined],
])('[D-237] the image %s: %s', (id, number) => {
  expect(imageNumber(id)).toBe(number);
});

it.each([
  ['EXAMPLE.com.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['exa mple.com', ''],
])('[D-237] [D-91] the domain %j: %j', (value, name) => {
  expect(domainNameOf(value)).toBe(name);
});

const fields = (faults: readonly { field: string }[]) => faults.map(({ field }) => field);

it('[D-237] unknown keys and null are refused, because they would widen what the token may do', () => {
  const domains = [{ id: 1, name: ['www'] }, { id: 1, types: null }, null, 'x'];
  expect(fields(looseFaults({ vpc: [1], images: null, domains }, RestrictionsRequest))).toEqual([
    'restrictions.vpc',
    'restrictions.images',
    'restrictions.domains[0].name',
    'restrictions.domains[1].types',
  ]);
  expect(fields(looseFaults(null, RestrictionsRequest))).toEqual(['restrictions']);
  expect(looseFaults(undefined, RestrictionsRequest)).toEqual([]);
  expect(looseFaults({ domains: [{ id: 1, names: ['www'] }] }, RestrictionsRequest)).toEqual([]);
});

it('[D-237] at most 100 entries in all, at every depth', () => {
  const names = Array.from({ length: 99 }, (_, i) => `n${i}`);
  expect(tooLong({ domains: [{ id: 1, names }] })).toBeUndefined();
  const tooMany = { domains: [{ id: 1, names, types: ['A'] }] };
  expect(tooLong(tooMany)).toMatchObject({ code: 'restrictions_too_long', limit: 100 });
});

it('[D-237] a preset stands alone, and needs its domain', () => {
  const preset = 'acme' as const;
  expect(restrictionFaults({ preset, domain: 'example.com' })).toEqual([]);
  expect(restrictionFaults({ preset, domain: 'example.com', scopes: 'domains:*' })).toEqual([]);
  expect(fields(restrictionFaults({ preset, restrictions: {}, scopes: '*' }))).toEqual([
    'preset',
    'domain',
    'scopes',
  ]);
  expect(fields(restrictionFaults({ domain: 'example.com' }))).toEqual(['domain']);
  expect(fields(restrictionFaults({ restrictions: { domains: [{}] } }))).toEqual([
    'restrictions.domains[0].id',
  ]);
});
