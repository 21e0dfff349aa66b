import { expiryFault, scopesFault, scopesOf } from '../../src/profile/tokens/token.rules.js';

describe('[D-74] the scopes of a new token', () => {
  it.each([
    [
      'none asked: those of the acting token',
      undefined,
      'account:read_write vpc:read_only',
      'account:read_write vpc:read_only',
    ],
    ['the wildcard asked: those of the acting token', '*', 'account:read_write', 'account:read_write'],
    [
      '[D-189] the wildcard among others is the wildcard',
      'vpc:read_only *',
      'account:read_write',
      'account:read_write',
    ],
    ['the wildcard of a wildcard', '*', '*', '*'],
    ['some asked', 'vpc:read_only', '*', 'vpc:read_only'],
    ['[D-42] canonical', 'vpc:*,vpc:read_write  domains:read_only', '*', 'vpc:read_write domains:read_only'],
  ])('%s', (_, requested, held, scopes) => {
    expect(scopesOf(requested, held)).toBe(scopes);
  });
});

describe('[Profile rule 7] scopes within those of the acting token', () => {
  const refused = "Scopes can't exceed those of the acting token.";

  it.each([
    ['vpc:read_only', '*', undefined],
    ['*', '*', undefined],
    ['vpc:read_only', 'vpc:read_write', undefined],
    ['vpc:read_write', 'vpc:read_write account:read_write', undefined],
    ['vpc:read_write', 'vpc:read_only', refused],
    ['vpc:read_only domains:read_only', 'vpc:read_only', refused],
    ['*', 'vpc:read_write', refused],
  ])('%s of %s', (scopes, held, fault) => {
    expect(scopesFault(scopes, held)?.reason).toBe(fault);
  });
});

describe('[D-74] an expiry', () => {
  const now = Date.parse('2026-01-02T03:04:05Z');

  it.each([
    ['none', null, undefined],
    ['a second ahead', '2026-01-02T03:04:06Z', undefined],
    ['now', '2026-01-02T03:04:05Z', 'Must be in the future'],
    ['past', '2025-01-02T03:04:05Z', 'Must be in the future'],
  ])('%s', (_, expiry, fault) => {
    expect(expiryFault(expiry === null ? null : new Date(expiry), now)?.reason).toBe(fault);
  });
});
