import { shownFaults } from '../support/faults-of.js';
import { freesItself, profileFaults, type ProfileFacts } from '../../src/profile/me/profile.rules.js';

const USER: ProfileFacts = {
  email: 'me@example.com',
  ipWhitelistEnabled: false,
  restricted: false,
  twoFactorAuth: false,
  userType: 'default',
  isLastUnrestricted: false,
};
const TFA =
  'Use POST /profile/tfa-enable and /profile/tfa-enable-confirm to enable, POST /profile/tfa-disable to disable.';

describe('what the stored user does not allow of a change', () => {
  it.each([
    ['[D-14] nothing asked', {}, {}, []],
    ['[D-70] a new email', {}, { email: 'new@example.com' }, []],
    [
      '[Profile rule 11] a proxy user changes their email',
      { userType: 'proxy' },
      { email: 'new@example.com' },
      [{ field: 'email', reason: "This email address can't be changed." }],
    ],
    [
      '[Profile rule 11] a proxy user sends the same email',
      { userType: 'proxy' },
      { email: 'me@example.com' },
      [],
    ],
    [
      '[D-67] the whitelist is enabled',
      {},
      { ip_whitelist_enabled: true },
      [{ field: 'ip_whitelist_enabled', reason: "This setting can't be enabled." }],
    ],
    [
      '[Profile rule 11] a proxy user changes something else',
      { userType: 'proxy' },
      { restricted: true },
      [],
    ],
    ['[D-67] the whitelist stays off', {}, { ip_whitelist_enabled: false }, []],
    ['[D-67] the whitelist stays on', { ipWhitelistEnabled: true }, { ip_whitelist_enabled: true }, []],
    ['[D-67] the whitelist is disabled', { ipWhitelistEnabled: true }, { ip_whitelist_enabled: false }, []],
    ['[D-68] one of several restricts themselves', {}, { restricted: true }, []],
    [
      '[D-68] the last one restricts themselves',
      { isLastUnrestricted: true },
      { restricted: true },
      [{ field: 'restricted', reason: "The last unrestricted user of an account can't be restricted." }],
    ],
    ['[D-68] the last one stays unrestricted', { isLastUnrestricted: true }, { restricted: false }, []],
    [
      '[D-68] a restricted one stays so',
      { restricted: true, isLastUnrestricted: false },
      { restricted: true },
      [],
    ],
    [
      '[D-68] a restricted one stays so, whoever else there is',
      { restricted: true, isLastUnrestricted: true },
      { restricted: true },
      [],
    ],
    ['[D-69] nothing of two-factor', { twoFactorAuth: true }, {}, []],
    ['[D-69] two-factor as it is', { twoFactorAuth: true }, { two_factor_auth: true }, []],
    ['[D-69] two-factor on', {}, { two_factor_auth: true }, [{ field: 'two_factor_auth', reason: TFA }]],
    [
      '[D-69] two-factor off',
      { twoFactorAuth: true },
      { two_factor_auth: false },
      [{ field: 'two_factor_auth', reason: TFA }],
    ],
  ] as const)('%s', (_, user, change, faults) => {
    expect(shownFaults(profileFaults({ ...USER, ...user } as ProfileFacts, change))).toEqual(faults);
  });

  it('[D-27] tells all at once, in the order of fields', () => {
    const user: ProfileFacts = { ...USER, userType: 'proxy', isLastUnrestricted: true };
    const change = {
      two_factor_auth: true,
      restricted: true,
      ip_whitelist_enabled: true,
      email: 'new@example.com',
    };
    expect(profileFaults(user, change).map(({ field }) => field)).toEqual([
      'email',
      'ip_whitelist_enabled',
      'restricted',
      'two_factor_auth',
    ]);
  });
});

describe('[D-68] a restricted user frees themselves', () => {
  it.each([
    [true, false, true],
    [true, true, false],
    [true, undefined, false],
    [false, false, false],
  ])('restricted %s, asked %s: %s', (restricted, asked, frees) => {
    expect(freesItself({ restricted }, { restricted: asked })).toBe(frees);
  });
});
