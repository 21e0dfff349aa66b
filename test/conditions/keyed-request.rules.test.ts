import { keyedRequest, type KeyOwner } from '../../src/shared/http/conditions/keyed-request.rules.js';

const OWNER: KeyOwner = {
  accountId: 1,
  userId: 2,
  tokenId: 3,
  kind: 'personal',
  clientId: null,
  scopes: 'a b',
  restricted: false,
  accountAccess: null,
  narrowing: null,
};
const REQUEST = { method: 'POST', url: '/v4/vpcs', bodyBytes: Buffer.from('{}') };
const keyOf = (owner: KeyOwner | undefined, key = 'key') =>
  keyedRequest(owner, key, REQUEST).keyHash.toString('hex');
const requestOf = (more: object) =>
  keyedRequest(OWNER, 'key', { ...REQUEST, ...more }).requestHash.toString('hex');

describe('[D-272] a key is the same', () => {
  it.each<[string, Partial<KeyOwner>]>([
    ['for another token with the same rights', { tokenId: 4 }],
    ['for scopes in another order', { scopes: 'b a' }],
  ])('%s', (_, more) => {
    expect(keyOf({ ...OWNER, ...more })).toBe(keyOf(OWNER));
  });
});

describe('[D-272] a key differs', () => {
  it.each<[string, Partial<KeyOwner>]>([
    ['of another user', { userId: 5 }],
    ['of an application', { kind: 'oauth' }],
    ['of another application', { clientId: 'other' }],
    ['with other scopes', { scopes: 'a' }],
    ['for a restricted user', { restricted: true }],
    ['with other access to the account', { accountAccess: 'read_only' }],
    ['for a narrowed token', { narrowing: {} }],
  ])('%s', (_, more) => {
    expect(keyOf({ ...OWNER, ...more })).not.toBe(keyOf(OWNER));
  });

  it('for each narrowed token, on the Platform API, and with another text', () => {
    const narrowed = { ...OWNER, narrowing: {} };
    expect(keyOf({ ...narrowed, tokenId: 4 })).not.toBe(keyOf(narrowed));
    expect(keyOf(undefined)).not.toBe(keyOf(OWNER));
    expect(keyOf(OWNER, 'other')).not.toBe(keyOf(OWNER));
    expect(keyedRequest(undefined, 'key', REQUEST)).toMatchObject({ accountId: 0, userId: 0 });
  });
});

describe('[D-230] a request differs', () => {
  it.each([{ method: 'PUT' }, { url: '/v4/vpcs/1' }, { bodyBytes: Buffer.from('{"a":1}') }])(
    'with %o',
    (more) => {
      expect(requestOf(more)).not.toBe(requestOf({}));
    },
  );

  it('and is the same without a body or with an empty one', () => {
    expect(requestOf({ bodyBytes: undefined })).toBe(requestOf({ bodyBytes: Buffer.alloc(0) }));
    expect(keyedRequest(OWNER, 'key', REQUEST)).toMatchObject({ accountId: 1, userId: 2, leaseUntil: null });
  });
});
