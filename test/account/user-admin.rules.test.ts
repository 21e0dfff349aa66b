import {
  allowedChanges,
  mayRequest,
  mayChange,
  mayCreate,
} from '../../src/account/users/user-admin.rules.js';
import type { User } from '../../src/access/user.js';

const UNRESTRICTED = { userId: 1, restricted: false };
const RESTRICTED = { userId: 1, restricted: true };

const user = (change: Partial<User>): User => ({
  id: 2,
  accountId: 9,
  username: 'jane',
  email: 'jane@example.com',
  restricted: true,
  userType: 'default',
  ...change,
});

describe('[D-144] which users an admin may change', () => {
  it.each<[string, Partial<User>, boolean]>([
    ['a restricted user', {}, true],
    ['themselves', { id: 1 }, false],
    ['an unrestricted user', { restricted: false }, false],
    ['a proxy user', { userType: 'proxy' }, false],
    ['an unrestricted proxy user', { userType: 'proxy', restricted: false }, false],
  ])('%s', (_, change, ofRestricted) => {
    expect(mayChange(RESTRICTED, user(change))).toBe(ofRestricted);
    expect(mayChange(UNRESTRICTED, user(change))).toBe(true);
  });
});

describe('[D-141] [D-144] what an admin may ask for', () => {
  it.each<[string, object, boolean]>([
    ['nothing', {}, true],
    ['an email', { email: 'new@example.com' }, true],
    ['a restriction', { restricted: true }, true],
    ['no restriction', { restricted: false }, false],
    ['[D-15] null for the restriction, which leaves it', { restricted: null }, true],
    ['a password', { password: 'correct horse' }, false],
    ['an empty password', { password: '' }, false],
    ['a password of the wrong type', { password: 0 }, false],
    ['[D-15] null for the password, which leaves it', { password: null }, true],
    ['a restriction and a password', { restricted: true, password: 'correct horse' }, false],
  ])('%s', (_, body, ofRestricted) => {
    expect(mayRequest(RESTRICTED, { ...body })).toBe(ofRestricted);
    expect(mayRequest(UNRESTRICTED, { ...body })).toBe(true);
  });
});

describe('[D-144] which users an admin may create', () => {
  it.each<[string, object, boolean]>([
    ['a restricted user', { restricted: true }, true],
    ['[D-140] one who is restricted by default', {}, true],
    ['an unrestricted user', { restricted: false }, false],
    ['one with a password', { password: 'correct horse' }, true],
  ])('%s', (_, body, ofRestricted) => {
    expect(mayCreate(RESTRICTED, { ...body })).toBe(ofRestricted);
    expect(mayCreate(UNRESTRICTED, { ...body })).toBe(true);
  });
});

describe('[D-141] [D-186] the keys of a body that count', () => {
  const body = { username: 'new', email: 'new@example.com', restricted: true, password: 'correct horse' };

  it('all keys, for a user', () => {
    expect(allowedChanges(user({}), body)).toEqual(body);
  });

  it('only `restricted`, for a proxy user', () => {
    expect(allowedChanges(user({ userType: 'proxy' }), body)).toEqual({ restricted: true });
    expect(allowedChanges(user({ userType: 'proxy' }), { email: 'bad' })).toEqual({});
  });
});
