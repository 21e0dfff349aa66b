import { email } from '../../access/users/user.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { boolean, list, oneOf, string } from '../../shared/validation/rules.js';
import { authorizedKeysFault } from '../ssh-keys/ssh-key.rules.js';
import { isTimezone } from './timezone.rules.js';

export const LISH_AUTH_METHODS = ['password_keys', 'keys_only', 'disabled'];

const keyTexts = list(string(() => undefined));

const authorizedKeys: Rule = {
  schema: keyTexts.schema,
  check: (value, key, settings) =>
    keyTexts.check(value, key, settings) ?? authorizedKeysFault(value as string[]),
};

const timezone = string((value) => (isTimezone(value) ? undefined : notValid('timezone')));

/** spec: PUT /profile. */
export class UpdateProfileRequest {
  @Field(authorizedKeys, { clears: null, description: 'SSH keys for the shell console.' })
  authorized_keys?: string[] | null;

  @Field(email(), { description: 'The address of the user. A proxy user can’t change it.' })
  email?: string;

  @Field(boolean(), {
    example: false,
    description: 'Whether the user gets emails on account activity; otherwise only business-critical ones.',
  })
  email_notifications?: boolean;

  @Field(boolean(), { deprecated: true, description: 'Can be turned off, for good.' })
  ip_whitelist_enabled?: boolean;

  @Field(oneOf(LISH_AUTH_METHODS), {
    example: 'keys_only',
    description: 'How the user may log in to the shell console.',
  })
  lish_auth_method?: string;

  @Field(boolean(), { description: 'Whether the user is limited to the entities of their grants.' })
  restricted?: boolean;

  @Field(timezone, {
    description: 'A name or link of the IANA time zone database.',
    example: 'Europe/Berlin',
  })
  timezone?: string;

  @Field(boolean(), { description: 'Changed by the two-factor endpoints only.' })
  two_factor_auth?: boolean;
}
