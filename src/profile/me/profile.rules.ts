import type { Fault } from '../../shared/errors/errors.js';
import { isFault } from '../../shared/errors/faults.js';

/** What the rules need to know about the stored user. */
export interface ProfileFacts {
  readonly email: string;
  readonly ipWhitelistEnabled: boolean;
  readonly restricted: boolean;
  readonly twoFactorAuth: boolean;
  readonly userType: 'default' | 'proxy';
  /** Whether no other user of the account is unrestricted. */
  readonly isLastUnrestricted: boolean;
}

/** What a request asks to change; undefined keeps the old value. */
export interface ProfileChange {
  readonly email?: string;
  readonly ip_whitelist_enabled?: boolean;
  readonly restricted?: boolean;
  readonly two_factor_auth?: boolean;
}

/** Whether restricted users try to lift their own restriction, which nobody may (D-68). */
export function freesItself(user: Pick<ProfileFacts, 'restricted'>, change: ProfileChange): boolean {
  return user.restricted && change.restricted === false;
}

/** What forbids the change, given the stored user; in the spec's order of fields. */
export function profileFaults(user: ProfileFacts, change: ProfileChange): Fault[] {
  return [
    { field: 'email', reason: emailFault(user, change) },
    { field: 'ip_whitelist_enabled', reason: ipWhitelistFault(user, change) },
    { field: 'restricted', reason: restrictedFault(user, change) },
    { field: 'two_factor_auth', reason: twoFactorFault(user, change) },
  ].filter(isFault);
}

/** spec: Profile rule 11. */
function emailFault(user: ProfileFacts, { email }: ProfileChange): string | undefined {
  const changes = email !== undefined && email !== user.email;
  return changes && user.userType === 'proxy' ? "This email address can't be changed." : undefined;
}

/** spec: Profile, ip_whitelist_enabled; D-67. */
function ipWhitelistFault(user: ProfileFacts, change: ProfileChange): string | undefined {
  const enables = change.ip_whitelist_enabled === true && !user.ipWhitelistEnabled;
  return enables ? "This setting can't be enabled." : undefined;
}

/** D-68. */
function restrictedFault(user: ProfileFacts, { restricted }: ProfileChange): string | undefined {
  const restricts = restricted === true && !user.restricted;
  return restricts && user.isLastUnrestricted
    ? "The last unrestricted user of an account can't be restricted."
    : undefined;
}

/** D-69. */
function twoFactorFault(user: ProfileFacts, { two_factor_auth }: ProfileChange): string | undefined {
  return two_factor_auth !== undefined && two_factor_auth !== user.twoFactorAuth
    ? 'Use POST /profile/tfa-enable and /profile/tfa-enable-confirm to enable, POST /profile/tfa-disable to disable.'
    : undefined;
}
