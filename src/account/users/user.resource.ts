import { email, username } from '../../access/users/user.rules.js';
import {
  booleanProperty,
  objectOrNullProperty,
  oneOfProperty,
  orNull,
  taken,
  textProperty,
  textsProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import { boolean } from '../../shared/validation/rules.js';

/** From a row `last` of `logins`. */
export const LAST_LOGIN = new Resource('LastLoginResponse', 'last', {
  login_datetime: timeProperty('When the user last tried to log in.', { column: 'datetime' }),
  status: oneOfProperty(['successful', 'failed'], 'How that ended.'),
});

/** A user of the account, for its admin (D-139). */
export const USER = new Resource('UserResponse', 'u', {
  username: taken(textProperty('The login name, unique on the platform.'), { rule: username() }),
  email: taken(textProperty('The address of the user.', { format: 'email' }), { rule: email() }),
  restricted: taken(
    booleanProperty(
      'Whether the user is limited to the entities of their grants. A new user is, by default.',
    ),
    {
      rule: boolean(),
      unset: true,
    },
  ),
  // D-265
  user_type: oneOfProperty(['default', 'proxy'], '`proxy`: a user that the parent account works with.'),
  tfa_enabled: booleanProperty('Whether two-factor authentication is on.', {
    column: 'two_factor_auth',
    filter: false,
  }),
  verified_phone_number: orNull(
    textProperty('The verified phone number, in the form of E.164.', {
      example: '+15555555555',
      filter: false,
    }),
  ),
  ssh_keys: textsProperty('Labels.', { filter: false }),
  password_created: orNull(timeProperty('When the password was set; null without one.', { filter: false })),
  last_login: objectOrNullProperty(
    LAST_LOGIN.response,
    'The last login that the service still keeps, for 90 days by default; null without one.',
    LAST_LOGIN.shown,
  ),
});

/** A row of `USER.columns()`. */
export type UserRow = Shown<typeof USER.fields>;
