import type { Attempt } from '../../shared/limits/attempt-limits.js';

/** A browser in which the user has signed in before. */
export type KnownBrowser = string;

/**
 * The limits that one login attempt counts for (D-23, D-209). A name counts the same whether or not
 * its user exists. A known browser has a limit of its own, so that strangers can't lock its user
 * out.
 */
export function loginLimits(username: string, address: string, known: KnownBrowser | undefined): Attempt[] {
  const name = username.toLowerCase();
  if (known !== undefined) return [{ kind: 'failed login by known browser', subject: [name, known] }];
  return [
    { kind: 'failed login by username and address', subject: [name, address] },
    { kind: 'failed login by username', subject: [name] },
    { kind: 'failed login by address', subject: [address] },
  ];
}
