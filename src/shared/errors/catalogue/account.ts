import type { CatalogueEntry } from './entry.js';

/** Refusals of accounts, their users and OAuth clients. */
export const ACCOUNT_CODES = {
  email_not_valid: {
    reason: 'Invalid email address.',
    title: 'The text is not an email address',
    explanation:
      'An address is name@host with a host of at least two labels and at most 254 characters in all, without a display name.',
    remedy: 'Write ada@example.com, not Ada <ada@example.com>.',
  },
  username_taken: {
    reason: 'Username must be unique.',
    title: 'Another user has this name',
    explanation:
      'A user name is unique on the whole platform, not only in your account, because people log in with it.',
    remedy: 'Choose another name.',
  },
  own_user_not_deletable: {
    reason: "You can't delete your own user.",
    title: 'You cannot delete your own user',
    explanation:
      'The deletion would end the token of this request, and could leave the account without an administrator.',
    remedy: 'Let another administrator of the account delete your user.',
  },
  last_unrestricted_user_not_deletable: {
    reason: "The last unrestricted user of an account can't be deleted.",
    title: 'The account would have no unrestricted user',
    explanation:
      'An account keeps at least one unrestricted user, otherwise nobody could give grants any more.',
    remedy: 'Make another user unrestricted first, then delete this one.',
  },
  last_unrestricted_user_not_restrictable: {
    reason: "The last unrestricted user of an account can't be restricted.",
    title: 'The account would have no unrestricted user',
    explanation:
      'An account keeps at least one unrestricted user, otherwise nobody could give grants any more.',
    remedy: 'Make another user unrestricted first, then restrict this one.',
  },
  grants_need_restricted_user: {
    reason: 'Grants can be set only for a restricted user.',
    title: 'The user is unrestricted',
    explanation: 'An unrestricted user may do everything in the account, so grants would have no effect.',
    remedy: 'Set `restricted` to true for that user first.',
  },
  account_in_use: {
    reason: 'Account still has resources.',
    title: 'The account is not empty',
    explanation:
      'Only an empty account can be deleted, so that no resource keeps running or is lost by mistake. Nothing has changed.',
    remedy: 'Delete or move what `blockers` lists, then try again.',
  },
  user_limit: {
    reason: 'You have reached the maximum of {limit} users.',
    title: 'The account has reached its maximum of users',
    explanation: 'An account may have `limit` users, and has `used`.',
    remedy: 'Delete a user that you no longer need, or ask the operators for more.',
  },
  oauth_client_limit: {
    reason: 'You have reached the maximum of {limit} OAuth clients.',
    title: 'The account has reached its maximum of OAuth clients',
    explanation: 'An account may have `limit` OAuth clients, and has `used`.',
    remedy: 'Delete an OAuth client that you no longer need, or ask the operators for more.',
  },
} as const satisfies Record<string, CatalogueEntry>;
