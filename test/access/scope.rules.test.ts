import { canonicalScopes, covers, SCOPE_AREAS, SCOPES, within } from '../../src/access/scope.rules.js';

it('[D-41] the areas, each to read and to write', () => {
  const areas =
    'account child_account databases domains events firewall images instances ips lke longview nodebalancers ' +
    'object_storage stackscripts volumes vpc';
  expect(SCOPE_AREAS).toEqual(areas.split(' '));
  expect(SCOPES).toHaveLength(32);
  expect(SCOPES.slice(-2)).toEqual(['vpc:read_only', 'vpc:read_write']);
});

describe('[D-42] scopes in their canonical form', () => {
  it.each([
    ['one', 'vpc:read_only', 'vpc:read_only'],
    ['several, in the given order', 'vpc:read_only account:read_write', 'vpc:read_only account:read_write'],
    ['commas', 'vpc:read_only,ips:read_only', 'vpc:read_only ips:read_only'],
    ['several separators, also around', ' vpc:read_only, ips:read_only ,', 'vpc:read_only ips:read_only'],
    ['repeats', 'vpc:read_only ips:read_only vpc:read_only', 'vpc:read_only ips:read_only'],
    ['an area with a star is read_write', 'vpc:*', 'vpc:read_write'],
    ['a star with an underscore in the area', 'child_account:*', 'child_account:read_write'],
    ['a repeat in another spelling', 'vpc:* vpc:read_write', 'vpc:read_write'],
    ['the wildcard', '*', '*'],
    ['the wildcard absorbs all', 'vpc:read_only * ips:read_only', '*'],
    ['[D-163] the area of stock clients', 'linodes:read_only', 'instances:read_only'],
    ['[D-163] the area of stock clients with a star', 'linodes:*', 'instances:read_write'],
  ])('%s', (_reason, text, canonical) => {
    expect(canonicalScopes(text)).toBe(canonical);
  });

  it.each([
    ['empty', ''],
    ['only separators', ' , '],
    ['an unknown area', 'vpcs:read_only'],
    ['an unknown right', 'vpc:write'],
    ['an area alone', 'vpc'],
    ['a star alone after a colon', ':*'],
    ['a known one beside an unknown one', 'vpc:read_only nothing:read_only'],
    ['the wildcard beside an unknown one', '* nothing:read_only'],
    ['upper case', 'VPC:READ_ONLY'],
    ['another separator', 'vpc:read_only;ips:read_only'],
    ['a line break', 'vpc:read_only\nips:read_only'],
    ['a star before a letter', 'vpc:*x'],
    ['two stars', 'vpc:**'],
    ['the alias inside a name', 'my_linodes:read_only'],
  ])('none: %s', (_reason, text) => {
    expect(canonicalScopes(text)).toBeUndefined();
  });
});

describe('[D-42] the scopes that a token covers', () => {
  it.each([
    ['the same', 'vpc:read_only', 'vpc:read_only', true],
    ['one of several', 'ips:read_only vpc:read_write', 'vpc:read_write', true],
    ['write covers read', 'vpc:read_write', 'vpc:read_only', true],
    ['read does not cover write', 'vpc:read_only', 'vpc:read_write', false],
    ['the wildcard covers everything', '*', 'account:read_write', true],
    ['another area', 'account:read_write', 'child_account:read_only', false],
    ['a name that only begins like another one', 'vpc:read_write', 'vpc:read', false],
    ['nothing', '', 'vpc:read_only', false],
  ])('%s', (_reason, held, needed, covered) => {
    expect(covers(held, needed)).toBe(covered);
  });
});

describe('[Profile rule 7] scopes of tokens that a token may create', () => {
  it.each([
    ['its own', 'vpc:read_only ips:read_only', 'vpc:read_only ips:read_only', true],
    ['fewer', 'vpc:read_only', 'vpc:read_write ips:read_only', true],
    ['one too many', 'vpc:read_only events:read_only', 'vpc:read_write ips:read_only', false],
    ['any, of all', 'account:read_write', '*', true],
    ['all, of some', '*', 'account:read_write', false],
  ])('%s', (_reason, requested, held, allowed) => {
    expect(within(requested, held)).toBe(allowed);
  });
});
