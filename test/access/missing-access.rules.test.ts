import { missingOf, requireEntityAndGrant, requireScopeAndRole } from '../../src/access/access.rules.js';
import type { ServiceError } from '../../src/shared/errors/errors.js';
import { caller, entity, restricted, row } from '../support/access-facts.js';

describe('[D-238] what a refused caller lacks', () => {
  const images = row({ scopes: ['images:read_write', 'instances:read_only'] });
  const writes = row({ entity: 'vpc', grant: { kind: 'vpc', permissions: 'read_write' } });
  const changes = { ...writes, method: 'PUT' as const };
  const clones = row({
    add: 'add_domains',
    entity: 'domain',
    grant: { kind: 'domain', permissions: 'read_only' },
  });
  const admin = row({ admin: 'read_write' });
  const ro = entity({ permissions: 'read_only' });
  it.each([
    [
      'the scopes that it lacks, before any grant',
      images,
      restricted({ scopes: 'images:read_write' }),
      entity(),
      ['instances:read_only'],
      null,
    ],
    ['no grant, unrestricted', writes, caller(), entity(), [], null],
    ['account_access', admin, restricted(), entity(), [], 'account_access'],
    ['no grant for an admin', admin, restricted({ accountAccess: 'read_write' }), entity(), [], null],
    [
      'no grant for a proxy user',
      { ...writes, noProxy: true as const },
      restricted({ userType: 'proxy' }),
      entity(),
      [],
      null,
    ],
    [
      'a grant, for a user who is not a proxy user',
      { ...writes, noProxy: true as const },
      restricted(),
      entity(),
      [],
      'read_write',
    ],
    [
      'a grant for a proxy user, on an endpoint that is open to them',
      writes,
      restricted({ userType: 'proxy' }),
      entity(),
      [],
      'read_write',
    ],
    ['no grant for a read-only entity', changes, restricted(), entity({ readOnly: true }), [], null],
    ['the grant on the entity', writes, restricted(), entity(), [], 'read_write'],
    ['more than the grant on the entity', writes, restricted(), ro, [], 'read_write'],
    ['nothing, with the grant', writes, restricted(), entity({ permissions: 'read_write' }), [], null],
    ['the grant before add_*', clones, restricted(), entity(), [], 'read_only'],
    ['add_*', clones, restricted(), ro, [], 'add_domains'],
    ['nothing, with both', clones, restricted({ globalGrants: ['add_domains'] }), ro, [], null],
    ['nothing when no grant is required', row(), restricted(), entity(), [], null],
  ])('%s', (_reason, endpoint, facts, found, scopes, grant) => {
    expect(missingOf(endpoint, facts, found)).toEqual({ scopes, grant });
  });

  it.each<[string, () => void, object]>([
    [
      'the scopes',
      () => requireScopeAndRole(images, caller({ scopes: 'images:read_write' })),
      { missing_scope: 'instances:read_only' },
    ],
    ['account_access', () => requireScopeAndRole(admin, restricted()), { missing_grant: 'account_access' }],
    ['the grant', () => requireEntityAndGrant(writes, restricted(), ro), { missing_grant: 'read_write' }],
  ])('the refusal names %s', (_reason, decide, told) => {
    let refused: unknown;
    try {
      decide();
    } catch (error) {
      refused = error;
    }
    expect((refused as ServiceError).faults).toMatchObject([told]);
  });
});
