import type { CatalogueEntry } from './entry.js';

/** Refusals of the acting user's own settings. */
export const PROFILE_CODES = {
  email_fixed: {
    reason: "This email address can't be changed.",
    title: 'The email address of a proxy user is fixed',
    explanation: 'A proxy user acts for another account, and its address belongs to that account.',
    remedy: 'Leave `email` out of the request.',
  },
  ip_whitelist_unavailable: {
    reason: "This setting can't be enabled.",
    title: 'The setting is deprecated',
    explanation:
      'The IP allow list for logins is deprecated. Users who have it can turn it off, and no user can turn it on.',
    remedy: 'Leave `ip_whitelist_enabled` out of the request. Use two-factor authentication.',
  },
  two_factor_elsewhere: {
    reason:
      'Use POST /profile/tfa-enable and /profile/tfa-enable-confirm to enable, POST /profile/tfa-disable to disable.',
    title: 'Two-factor authentication has its own endpoints',
    explanation:
      'Two-factor authentication needs a secret and a first code, so a change of the profile cannot turn it on or off.',
    remedy:
      'Call POST /v4/profile/tfa-enable, then /v4/profile/tfa-enable-confirm with a code; or /v4/profile/tfa-disable.',
  },
  ssh_key_type: {
    reason:
      'SSH Key key-type must be ssh-dss, ssh-rsa, ecdsa-sha2-nistp, ssh-ed25519, sk-ecdsa-sha2-nistp256, or sk-ssh-ed25519.',
    title: 'The text is not a public SSH key',
    explanation:
      'A key is one line that begins with its type, as in a .pub file, without options before the type.',
    remedy:
      'Send the content of the .pub file, for example of ~/.ssh/id_ed25519.pub. Never send a private key.',
  },
  authorized_key_type: {
    reason:
      'SSH Key {number} key-type must be ssh-dss, ssh-rsa, ecdsa-sha2-nistp, ssh-ed25519, sk-ecdsa-sha2-nistp256, or sk-ssh-ed25519.',
    title: 'An entry of the list is not a public SSH key',
    explanation:
      'Each entry is one line that begins with its type, as in a .pub file. `number` counts from 1.',
    remedy: 'Correct that entry. Send the content of a .pub file, never a private key.',
  },
  restrictions_too_long: {
    reason: 'At most {limit} entries are allowed in all.',
    title: 'The restrictions have too many entries',
    explanation:
      'The limit is for the entries of all lists together: sources, domains with their names, types and actions, VPCs and images.',
    remedy: 'Name fewer entities, use a name with `*` instead of several, or create several tokens.',
  },
  restrictions_given_twice: {
    reason: 'Restrictions are given by preset or by restrictions.',
    title: 'The token would have two sets of restrictions',
    explanation: '`preset` is a complete set of restrictions, so the request can’t add others.',
    remedy: 'Leave out `preset` or `restrictions`.',
  },
  domain_without_preset: {
    reason: 'The domain is only valid with preset.',
    title: 'The request has a domain without a preset',
    explanation:
      'The service does not ignore the domain, because the token would then reach more than the request seems to ask for.',
    remedy: 'Add `preset`, or name the domain in `restrictions.domains`.',
  },
  preset_scopes: {
    reason: 'The scopes of this preset are {allowed}.',
    title: 'A preset determines the scopes of its token',
    explanation: 'The token gets the scopes that its task needs.',
    remedy: 'Leave `scopes` out of the request.',
  },
  phone_number_not_valid: {
    reason: 'Not a valid phone number',
    title: 'The country has no such phone number',
    explanation: 'The number is not possible in the country that `iso_code` names, or has an extension.',
    remedy:
      'Check the number and the two-letter country code. Write the number as in that country, or with + and its calling code.',
  },
  phone_number_verified: {
    reason: 'Delete the verified phone number before verifying another.',
    title: 'The user already has a verified phone number',
    explanation:
      'A user has one verified number. Its replacement takes two steps, so that a user does not lose it by mistake.',
    remedy: 'Call DELETE /v4/profile/phone-number, then send the new number again.',
  },
  message_not_sent: {
    reason: 'The message could not be sent.',
    title: 'The service could not send the text message',
    explanation: 'The provider of text messages failed or did not respond. The number may be correct.',
    remedy: 'Try again in a minute. If the error remains, report the request id to the operators.',
  },
  phone_code_wrong: {
    reason: 'Invalid verification code.',
    title: 'The code is not the one that was sent',
    explanation:
      'The code is wrong, has expired, was used before, or had too many attempts. The error is the same in all cases, so that codes cannot be guessed.',
    remedy: 'Type the newest code again, or send a new one with POST /v4/profile/phone-number.',
  },
  security_question_count: {
    reason: 'You must answer exactly three security questions.',
    title: 'The request does not answer three questions',
    explanation: 'The three answers replace all earlier ones together.',
    remedy: 'Send three answers, including unchanged ones.',
  },
  security_question_repeated: {
    reason: 'You must answer three different security questions.',
    title: 'The request answers a question twice',
    explanation: 'Three different questions are harder to guess than one.',
    remedy: 'Choose another `question_id` from GET /v4/profile/security-questions.',
  },
  security_questions_unanswered: {
    reason: 'You must answer your security questions before you enable two-factor authentication.',
    title: 'The security questions have no answers yet',
    explanation: 'They help to identify you if you lose your second factor, so they must have answers first.',
    remedy: 'Answer three questions with POST /v4/profile/security-questions, then try again.',
  },
  two_factor_code_wrong: {
    reason: 'Invalid token. Please try again.',
    title: 'The two-factor code does not match',
    explanation: 'The code is wrong or was used before, or the secret has expired or was never created.',
    remedy:
      'Wait for the next code of your app and check the clock of your phone. If the error remains, start again with POST /v4/profile/tfa-enable.',
  },
  preferences_too_long: {
    reason: 'Preferences must be {maximum} characters or less.',
    title: 'The preferences are too long',
    explanation: 'The limit is for the complete JSON text, without insignificant white space.',
    remedy: 'Store less, for example by removing entries that are no longer used.',
  },
  token_limit: {
    reason: 'You have reached the maximum of {limit} tokens.',
    title: 'The user has reached the maximum of tokens',
    explanation: 'A user may have `limit` valid personal tokens, and has `used`.',
    remedy: 'Revoke tokens that you no longer need, or create them with an expiry.',
  },
  ssh_key_limit: {
    reason: 'You have reached the maximum of {limit} SSH keys.',
    title: 'The user has reached the maximum of SSH keys',
    explanation: 'A user may have `limit` SSH keys, and has `used`.',
    remedy: 'Delete SSH keys that you no longer need.',
  },
} as const satisfies Record<string, CatalogueEntry>;
