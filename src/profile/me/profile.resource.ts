import { email } from '../../access/users/user.rules.js';
import {
  booleanProperty,
  integerProperty,
  numberProperty,
  objectProperty,
  oneOfProperty,
  orNull,
  taken,
  textProperty,
  textsProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import { boolean, oneOf } from '../../shared/validation/rules.js';
import { trimmedSshKey } from '../ssh-keys/ssh-key.rules.js';
import { authorizedKeys, timezone } from './profile-fields.rules.js';
import { shownReferrals, type ReferralFigures } from './referrals.rules.js';

const LISH_AUTH_METHODS: readonly string[] = ['password_keys', 'keys_only', 'disabled'];

const REFERRALS = new Resource('ReferralsResponse', 'a', {
  code: textProperty('The code that the user gives to others. Empty until the account has paid 25.00 USD.'),
  url: textProperty('The address to sign up with the code.'),
  total: integerProperty('Users who signed up with the code.'),
  completed: integerProperty('Of these, users who have paid enough.'),
  pending: integerProperty('Of these, users who have not paid enough yet.'),
  credit: numberProperty('In USD.'),
});

/** The acting user, with their account as `a` (spec: Profile). */
export const PROFILE = new Resource('ProfileResponse', 'u', {
  username: textProperty('The login name.'),
  uid: integerProperty('Unique number of the user, which never changes.', { column: 'id' }),
  email: taken(textProperty('The address of the user. A proxy user can’t change it.', { format: 'email' }), {
    rule: email(),
  }),
  email_notifications: taken(
    booleanProperty(
      'Whether the user gets emails on account activity; otherwise only business-critical ones.',
    ),
    { rule: boolean() },
  ),
  timezone: taken(
    textProperty(
      'The time zone that clients should show times in, a name or link of the IANA time zone database. The API always uses UTC.',
    ),
    { rule: timezone() },
  ),
  authentication_type: oneOfProperty(['password'], 'How the user logs in.', { expression: `'password'` }),
  authorized_keys: taken(orNull(textsProperty('SSH keys for the shell console.')), {
    rule: authorizedKeys(),
    clears: null,
    stored: (keys) => keys && keys.map(trimmedSshKey),
  }),
  lish_auth_method: taken(oneOfProperty(LISH_AUTH_METHODS, 'How the user may log in to the shell console.'), {
    rule: oneOf(LISH_AUTH_METHODS),
  }),
  ip_whitelist_enabled: taken(booleanProperty('Can be turned off, for good.', { deprecated: true }), {
    rule: boolean(),
  }),
  restricted: taken(booleanProperty('Whether the user is limited to the entities of their grants.'), {
    rule: boolean(),
  }),
  two_factor_auth: taken(
    booleanProperty(
      'Whether a login from an untrusted computer needs a two-factor code. Only the two-factor endpoints change it.',
    ),
    { rule: boolean() },
  ),
  referrals: objectProperty(REFERRALS.response, 'The referrals of the user.'),
  verified_phone_number: orNull(textProperty('The verified phone number, in the form of E.164.')),
});

type Profile = Shown<typeof PROFILE.fields>;

/** A row of `PROFILE.columns()`, whose `referrals` are the figures of billing. */
export type ProfileRow = Omit<Profile, 'referrals'> & { readonly referrals: ReferralFigures };

/** @param publicUrl the start of every referral link */
export function shownProfile(row: ProfileRow, publicUrl: string): Profile {
  return { ...row, referrals: shownReferrals(row.referrals, publicUrl) };
}
