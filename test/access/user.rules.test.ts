import { DEFAULT_TOKEN_LABEL, tokenScopes } from '../../src/access/credentials/token.rules.js';
import { email, password, username } from '../../src/access/users/user.rules.js';
import { refusalOf } from '../support/rule.js';

describe('[D-140] username', () => {
  const length = 'Length must be 3-32 characters';
  const invalid = 'username is not valid';
  it.each([
    ['3 letters', 'abc', undefined],
    ['32 letters', 'a'.repeat(32), undefined],
    ['letters of both cases and digits at the ends', '1aB', undefined],
    ['inner hyphen, underscore and dot, also together', 'a-_.b', undefined],
    ['2 letters', 'ab', length],
    ['33 letters', 'a'.repeat(33), length],
    ['a dot in front', '.ab', invalid],
    ['a hyphen at the end', 'ab-', invalid],
    ['an underscore in front', '_ab', invalid],
    ['a space', 'a b', invalid],
    ['an at sign', 'a@b', invalid],
    ['a letter that is no ASCII', 'aüb', invalid],
    ['a line break at the end', 'abc\n', invalid],
    ['a number', 123, invalid],
  ])('%s', (_reason, value, reason) => {
    expect(refusalOf(username(), value, 'username')).toBe(reason);
  });

  it('the document has its length', () => {
    expect(username().schema).toEqual({ type: 'string', minLength: 3, maxLength: 32 });
  });
});

describe('[D-140] password', () => {
  const length = 'Length must be 8-128 characters';
  it.each([
    ['8 characters', 'a b c d ', undefined],
    ['128 characters', 'ü, ö und ä äh…  '.repeat(8), undefined],
    ['7 characters', 'abcdefg', length],
    ['129 characters', 'a'.repeat(129), length],
    ['no string', 12345678, 'password is not valid'],
  ])('%s', (_reason, value, reason) => {
    expect(refusalOf(password(), value, 'password')).toBe(reason);
  });
});

describe('[D-70] email', () => {
  it.each([
    ['an address', 'user@example.com', undefined],
    ['none', 'user', 'Invalid email address.'],
    ['empty', '', 'Invalid email address.'],
    ['no string', 5, 'email is not valid'],
  ])('%s', (_reason, value, reason) => {
    expect(refusalOf(email(), value, 'email')).toBe(reason);
  });

  it('the document has its form and length', () => {
    expect(email().schema).toEqual({ type: 'string', format: 'email', maxLength: 254 });
  });
});

describe('[D-42] scopes of a token', () => {
  it.each([
    ['known', 'vpc:read_only,ips:*', undefined],
    ['the wildcard', '*', undefined],
    ['unknown', 'vpcs:read_only', 'scopes is not valid'],
    ['none', '', 'scopes is not valid'],
    ['no string', ['vpc:read_only'], 'scopes is not valid'],
  ])('%s', (_reason, value, reason) => {
    expect(refusalOf(tokenScopes(), value, 'scopes')).toBe(reason);
  });
});

it('[D-74] the label of a token without one', () => {
  expect(DEFAULT_TOKEN_LABEL).toBe('Personal Access Token');
});
