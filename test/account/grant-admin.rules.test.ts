import { exceeds } from '../../src/account/user-grants/grant-admin.rules.js';
import type { GrantsResponse, Permissions } from '../../src/access/grants/grants.js';

const KINDS = 'database domain image instance longview nodebalancer stackscript volume vpc'.split(' ');
const FLAGS =
  'add_databases add_domains add_firewalls add_images add_instances add_longview add_nodebalancers add_stackscripts add_volumes add_vpcs cancel_account child_account_access longview_subscription'.split(
    ' ',
  );

/** The grants of an admin: of each kind entity 1 to read and 2 to write. */
function held(access: Permissions, flags: readonly string[] = []): GrantsResponse {
  const own = [
    { id: 1, label: 'one', permissions: 'read_only' },
    { id: 2, label: 'two', permissions: 'read_write' },
  ];
  return {
    ...Object.fromEntries(KINDS.map((kind) => [kind, own])),
    global: {
      account_access: access,
      ...Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)])),
    },
  } as unknown as GrantsResponse;
}

describe('[D-144] an admin can’t give account access that they lack', () => {
  it.each<[unknown, Permissions, boolean]>([
    ['read_write', 'read_write', false],
    ['read_only', 'read_write', false],
    [null, 'read_write', false],
    ['read_write', 'read_only', true],
    ['read_only', 'read_only', false],
    [null, 'read_only', false],
    ['read_write', null, true],
    ['read_only', null, true],
    [null, null, false],
    [undefined, null, false],
    ['everything', null, false],
  ])('%s of %s', (account_access, access, more) => {
    expect(exceeds({ global: { account_access } }, held(access))).toBe(more);
  });
});

describe('[D-144] an admin can’t give an account-level grant that they lack', () => {
  it.each(FLAGS)('%s', (flag) => {
    const others = FLAGS.filter((other) => other !== flag);
    expect(exceeds({ global: { [flag]: true } }, held(null, others))).toBe(true);
    expect(exceeds({ global: { [flag]: true } }, held(null, [flag]))).toBe(false);
    expect(exceeds({ global: { [flag]: false } }, held(null))).toBe(false);
  });

  it('not even among others that they have', () => {
    const asked = { add_vpcs: true, add_domains: true };
    expect(exceeds({ global: asked }, held(null, ['add_vpcs']))).toBe(true);
    expect(exceeds({ global: asked }, held(null, ['add_vpcs', 'add_domains']))).toBe(false);
  });
});

describe('[D-144] an admin can’t give a grant on an entity that they lack', () => {
  it.each(KINDS)('%s', (kind) => {
    const asks = (id: unknown, permissions: unknown) =>
      exceeds({ [kind]: [{ id, permissions }] }, held(null));
    expect(asks(1, 'read_only')).toBe(false);
    expect(asks(1, 'read_write')).toBe(true);
    expect(asks(2, 'read_only')).toBe(false);
    expect(asks(2, 'read_write')).toBe(false);
    expect(asks(3, 'read_only')).toBe(true);
    expect(asks(3, 'read_write')).toBe(true);
    expect(asks(3, null)).toBe(false);
    expect(asks('1', 'read_only')).toBe(true);
  });

  it('not even behind others that they have', () => {
    const vpc = [
      { id: 2, permissions: 'read_write' },
      { id: 1, permissions: 'read_write' },
    ];
    expect(exceeds({ domain: [{ id: 1, permissions: 'read_only' }], vpc }, held('read_write', FLAGS))).toBe(
      true,
    );
  });
});

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['nothing', {}],
  ['no object for `global`', { global: 'all' }],
  ['null for `global`', { global: null }],
  ['no list of entities', { vpc: { id: 3, permissions: 'read_write' } }],
  ['entries that are no objects', { vpc: [null, 3, 'read_write'] }],
  ['unknown permissions', { vpc: [{ id: 3, permissions: 'everything' }] }],
  ['an unknown kind', { rocket: [{ id: 3, permissions: 'read_write' }] }],
  ['an unknown account-level grant', { global: { add_rockets: true } }],
  ['a grant of the wrong type', { global: { add_vpcs: 'yes' } }],
])('[D-186] what is not well formed gives nothing, and is told as a fault: %s', (_, body) => {
  expect(exceeds(body, held(null))).toBe(false);
});
