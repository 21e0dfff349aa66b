import { requireEntityAndGrant, requireScopeAndRole } from '../../src/access/access.rules.js';
import { OPEN_KINDS, type Named, type OpenKind } from '../../src/access/narrowing/narrowing.js';
import type { InsufficientScope } from '../../src/shared/errors/errors.js';
import { caller, entity, refusal, restricted, row } from '../support/access-facts.js';

describe('[D-29] [D-39] the credential', () => {
  const open = row({ credential: 'open' });
  it.each([
    ['none, when one is required', row(), false, 'Unauthenticated'],
    ['an invalid one, when one is required', row(), true, 'Unauthenticated'],
    ['none, when none is required', open, false, undefined],
    ['an invalid one, when none is required', open, true, 'Unauthenticated'],
  ])('%s', (_reason, endpoint, presented, refused) => {
    expect(refusal(() => requireScopeAndRole(endpoint, undefined, presented))).toBe(refused);
  });

  it('one without a caller counts as presented by default', () => {
    expect(refusal(() => requireScopeAndRole(open, undefined))).toBe('Unauthenticated');
  });
});

describe('[D-30] the scope', () => {
  const images = row({ scopes: ['images:read_write', 'instances:read_only'] });
  const events = row({ scopes: ['events:read_only', 'account:read_only'], anyScope: true });
  it.each([
    ['[D-43] any token, when no scope is required', row(), 'lke:read_only', undefined],
    [
      '[D-43] any token, when any of no scopes is required',
      row({ anyScope: true }),
      'lke:read_only',
      undefined,
    ],
    ['all required scopes', images, 'images:read_write instances:read_only', undefined],
    ['more than the required scopes', images, '*', undefined],
    ['one of two required scopes', images, 'images:read_write', 'InsufficientScope'],
    ['none of two required scopes', images, 'lke:read_write', 'InsufficientScope'],
    ['[D-137] one of two scopes, when one is enough', events, 'account:read_only', undefined],
    ['[D-137] none of two scopes, when one is enough', events, 'domains:read_write', 'InsufficientScope'],
  ])('%s', (_reason, endpoint, scopes, refused) => {
    expect(refusal(() => requireScopeAndRole(endpoint, caller({ scopes })))).toBe(refused);
  });

  it('the refusal names the required scopes', () => {
    let refused: unknown;
    try {
      requireScopeAndRole(images, caller({ scopes: 'vpc:read_only' }));
    } catch (error) {
      refused = error;
    }
    expect((refused as InsufficientScope).scopes).toEqual(['images:read_write', 'instances:read_only']);
  });
});

describe('[Access and events per endpoint] admin', () => {
  const reads = row({ admin: 'read_only' });
  const writes = row({ admin: 'read_write' });
  it.each([
    ['an unrestricted user', writes, caller(), undefined],
    ['an unrestricted user reads', reads, caller(), undefined],
    ['a restricted user without account_access', reads, restricted(), 'Forbidden'],
    ['a restricted user without account_access writes', writes, restricted(), 'Forbidden'],
    ['account_access ro reads', reads, restricted({ accountAccess: 'read_only' }), undefined],
    ['account_access ro writes', writes, restricted({ accountAccess: 'read_only' }), 'Forbidden'],
    ['account_access rw reads', reads, restricted({ accountAccess: 'read_write' }), undefined],
    ['account_access rw writes', writes, restricted({ accountAccess: 'read_write' }), undefined],
    ['a restricted user, when no admin is required', row(), restricted(), undefined],
  ])('%s', (_reason, endpoint, facts, refused) => {
    expect(refusal(() => requireScopeAndRole(endpoint, facts))).toBe(refused);
  });
});

describe('[D-48] a proxy user', () => {
  it.each([
    ['may use an endpoint for every user', row(), 'proxy', undefined],
    ['may not use an endpoint that is closed to proxy users', row({ noProxy: true }), 'proxy', 'Forbidden'],
    ['is the only kind of user to which it is closed', row({ noProxy: true }), 'default', undefined],
  ] as const)('%s', (_reason, endpoint, userType, refused) => {
    expect(refusal(() => requireScopeAndRole(endpoint, caller({ userType })))).toBe(refused);
  });
});

it('[D-20] the scope comes before the admin role, both before the kind of user', () => {
  const endpoint = row({ scopes: ['account:read_write'], admin: 'read_write', noProxy: true });
  const facts = restricted({ scopes: 'vpc:read_only', userType: 'proxy' });
  expect(refusal(() => requireScopeAndRole(endpoint, facts))).toBe('InsufficientScope');
  expect(refusal(() => requireScopeAndRole(endpoint, { ...facts, scopes: '*' }))).toBe('Forbidden');
});

describe('[D-32] [D-45] the entity of the path', () => {
  const reads = row({ entity: 'vpc', grant: { kind: 'vpc', permissions: 'read_only' } });
  const writes = row({ entity: 'vpc', grant: { kind: 'vpc', permissions: 'read_write' } });
  const changes = { ...writes, method: 'PUT' as const };
  const own = row({ entity: 'token' });
  const ro = entity({ permissions: 'read_only' });
  const rw = entity({ permissions: 'read_write' });
  it.each([
    ['existing', reads, caller(), entity(), undefined],
    ['missing', reads, caller(), entity({ found: false }), 'NotFound'],
    ['missing, for a restricted user with a grant', reads, restricted(), { ...rw, found: false }, 'NotFound'],
    ['no grant, read', reads, restricted(), entity(), 'NotFound'],
    ['no grant, write', writes, restricted(), entity(), 'NotFound'],
    ['ro grant, read', reads, restricted(), ro, undefined],
    ['ro grant, write', writes, restricted(), ro, 'Forbidden'],
    ['rw grant, read', reads, restricted(), rw, undefined],
    ['rw grant, write', writes, restricted(), rw, undefined],
    ['an unrestricted user needs no grant', writes, caller(), entity(), undefined],
    ["a restricted user's own, which no grant covers", own, restricted(), entity(), undefined],
    ["a restricted user's own, missing", own, restricted(), entity({ found: false }), 'NotFound'],
    ['a path without one', row(), caller(), entity({ found: false }), undefined],
    [
      '[D-125] [D-144] one that they may not change',
      changes,
      caller(),
      entity({ readOnly: true }),
      'Forbidden',
    ],
    ['[D-144] ... and may read', reads, caller(), entity({ readOnly: true }), undefined],
    ['[D-125] ... of no account', changes, caller(), { ...rw, found: false, readOnly: true }, 'Forbidden'],
  ])('%s', (_reason, endpoint, facts, found, refused) => {
    expect(refusal(() => requireEntityAndGrant(endpoint, facts, found))).toBe(refused);
  });
});

describe('[D-45] [D-47] add_* of a restricted user', () => {
  const creates = row({ add: 'add_vpcs' });
  const clones = row({
    add: 'add_domains',
    entity: 'domain',
    grant: { kind: 'domain', permissions: 'read_only' },
  });
  const ro = entity({ permissions: 'read_only' });
  it.each([
    ['has it', creates, restricted({ globalGrants: ['add_domains', 'add_vpcs'] }), entity(), undefined],
    ['has another', creates, restricted({ globalGrants: ['add_domains'] }), entity(), 'Forbidden'],
    ['has none', creates, restricted(), entity(), 'Forbidden'],
    ['is not restricted', creates, caller(), entity(), undefined],
    ['clones what they read', clones, restricted({ globalGrants: ['add_domains'] }), ro, undefined],
    ['clones without add_domains', clones, restricted(), ro, 'Forbidden'],
    [
      'clones what they may not see',
      clones,
      restricted({ globalGrants: ['add_domains'] }),
      entity(),
      'NotFound',
    ],
  ])('%s', (_reason, endpoint, facts, found, refused) => {
    expect(refusal(() => requireEntityAndGrant(endpoint, facts, found))).toBe(refused);
  });
});

describe('[D-237] a narrowed token', () => {
  const narrowedTo = (openKinds: readonly OpenKind[]) =>
    caller({ narrowing: { sources: null, unusedDays: null, unusedUntil: null, openKinds } });
  const narrowed = narrowedTo([]);
  const whole: Named = { names: null, types: null, actions: null };
  const texts: Named = { names: ['_acme-challenge'], types: ['TXT'], actions: ['read', 'create'] };
  const challenge = { name: '_acme-challenge', type: 'TXT' };
  const other = { name: 'www', type: 'TXT' };
  const vpc = row({ entity: 'vpc', narrowed: 'entity' });
  const records = row({ entity: 'domain', narrowed: 'records' });
  const zone = row({ entity: 'domain', narrowed: 'zone' });
  const deletes = { ...records, method: 'DELETE' as const };

  it.each([
    ['a closed endpoint', row(), narrowed, 'OutsideRestrictions'],
    ['a list of the entities that it names', row({ narrowed: 'list' }), narrowed, undefined],
    ['a closed endpoint of an entity, before the entity', row({ entity: 'user' }), narrowed, undefined],
    ['a closed endpoint, for a token that is not narrowed', row(), caller(), undefined],
    ['an open kind', row({ narrowed: 'vpc' }), narrowedTo(['vpc']), undefined],
    [
      'another kind than the open one',
      row({ narrowed: 'vpc' }),
      narrowedTo(['image', 'rest']),
      'OutsideRestrictions',
    ],
    ['the rest', row({ narrowed: 'rest' }), narrowedTo(OPEN_KINDS), undefined],
    [
      'the rest, beside all kinds',
      row({ narrowed: 'rest' }),
      narrowedTo(['domain', 'vpc', 'image']),
      'OutsideRestrictions',
    ],
    ['a closed endpoint, with all kinds open', row(), narrowedTo(OPEN_KINDS), 'OutsideRestrictions'],
    ['records without an entity', row({ narrowed: 'records' }), narrowed, 'OutsideRestrictions'],
    ['a zone without an entity', row({ narrowed: 'zone' }), narrowed, 'OutsideRestrictions'],
  ])('%s, before the entity', (_reason, endpoint, facts, refused) => {
    expect(refusal(() => requireScopeAndRole(endpoint, facts))).toBe(refused);
  });

  it.each([
    ['an entity that it names', vpc, entity({ named: [whole] }), undefined],
    ['an entity that it does not name', vpc, entity({ named: [] }), 'NotFound'],
    ['an entity of a kind that it does not name', vpc, entity(), 'NotFound'],
    [
      'a closed endpoint of an entity',
      row({ entity: 'vpc' }),
      entity({ named: [whole] }),
      'OutsideRestrictions',
    ],
    ['a record that it names', records, entity({ named: [texts], record: challenge }), undefined],
    ['another record', records, entity({ named: [texts], record: other }), 'NotFound'],
    [
      'another record that a second entry names',
      records,
      entity({ named: [texts, whole], record: other }),
      undefined,
    ],
    ['an action that it names', records, entity({ named: [texts] }), undefined],
    [
      'an action that it does not name',
      deletes,
      entity({ named: [texts], record: challenge }),
      'OutsideRestrictions',
    ],
    ['the zone, with an entry for all of it', zone, entity({ named: [whole] }), undefined],
    ['the zone, with an entry for a part of it', zone, entity({ named: [texts] }), 'OutsideRestrictions'],
    ['a path without an entity', row({ narrowed: 'list' }), entity(), undefined],
  ])('%s', (_reason, endpoint, found, refused) => {
    expect(refusal(() => requireEntityAndGrant(endpoint, narrowed, found))).toBe(refused);
  });

  const grant = { kind: 'vpc', permissions: 'read_only' } as const;
  it.each([
    ['any VPC, when VPCs are open', { ...vpc, grant }, narrowedTo(['vpc']), entity(), undefined],
    ['a VPC, when images are open', { ...vpc, grant }, narrowedTo(['image']), entity(), 'NotFound'],
    ['a missing VPC', { ...vpc, grant }, narrowedTo(['vpc']), entity({ found: false }), 'NotFound'],
    [
      'records, when domains are open',
      { ...records, grant: { ...grant, kind: 'domain' } },
      narrowedTo(['domain']),
      entity(),
      undefined,
    ],
    [
      "a user's own with the rest",
      row({ entity: 'token', narrowed: 'rest' }),
      narrowedTo(OPEN_KINDS),
      entity(),
      undefined,
    ],
    [
      "a user's own without the rest",
      row({ entity: 'token', narrowed: 'rest' }),
      narrowedTo(['domain']),
      entity(),
      'NotFound',
    ],
    [
      'a closed endpoint of an entity that it sees',
      row({ entity: 'token' }),
      narrowedTo(OPEN_KINDS),
      entity(),
      'OutsideRestrictions',
    ],
    [
      'an endpoint that needs an open kind, with one entity of it',
      row({ entity: 'domain', narrowed: 'domain', grant: { ...grant, kind: 'domain' } }),
      narrowed,
      entity({ named: [whole] }),
      'OutsideRestrictions',
    ],
  ] as const)('[D-279] %s', (_reason, endpoint, facts, found, refused) => {
    expect(refusal(() => requireEntityAndGrant(endpoint, facts, found))).toBe(refused);
  });

  it('has no entries for a token that is not narrowed', () => {
    expect(refusal(() => requireEntityAndGrant(vpc, caller(), entity()))).toBeUndefined();
  });
});
