import type { Fault } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import { reasonOf, type Reason } from '../../shared/errors/reason.js';

/** The facts about the stored user that the rules need. */
export interface ProfileFacts {
  readonly email: string;
  readonly ipWhitelistEnabled: boolean;
  readonly restricted: boolean;
  readonly twoFactorAuth: boolean;
  readonly userType: 'default' | 'proxy';
  /** Whether no other user of the account is unrestricted. */
  readonly isLastUnrestricted: boolean;
}

/** The change that a request asks for; undefined keeps the old value. */
interface ProfileChange {
  readonly email?: string;
  readonly ip_whitelist_enabled?: boolean;
  readonly restricted?: boolean;
  readonly two_factor_auth?: boolean;
}

/** Whether restricted users try to lift their own restriction, which is forbidden (D-68). */
export function freesItself(user: Pick<ProfileFacts, 'restricted'>, change: ProfileChange): boolean {
  return user.restricted && change.restricted === false;
}

/** The faults of a change, given the stored user, in the spec's order of fields. */
export function profileFaults(user: ProfileFacts, change: ProfileChange): readonly Fault[] {
  const faults = new Faults();
  faults.addIf('email', emailFault(user, change));
  faults.addIf('ip_whitelist_enabled', ipWhitelistFault(user, change));
  faults.addIf('restricted', restrictedFault(user, change));
  faults.addIf('two_factor_auth', twoFactorFault(user, change));
  return faults.all;
}

/** spec: Profile rule 11. */
function emailFault(user: ProfileFacts, { email }: ProfileChange): Reason | undefined {
  const changes = email !== undefined && email !== user.email;
  return changes && user.userType === 'proxy' ? reasonOf('email_fixed') : undefined;
}

/** spec: Profile, ip_whitelist_enabled; D-67. */
function ipWhitelistFault(user: ProfileFacts, change: ProfileChange): Reason | undefined {
  const enables = change.ip_whitelist_enabled === true && !user.ipWhitelistEnabled;
  return enables ? reasonOf('ip_whitelist_unavailable') : undefined;
}

/** D-68. */
function restrictedFault(user: ProfileFacts, { restricted }: ProfileChange): Reason | undefined {
  const restricts = restricted === true && !user.restricted;
  return restricts && user.isLastUnrestricted
    ? reasonOf('last_unrestricted_user_not_restrictable')
    : undefined;
}

/** D-69. */
function twoFactorFault(user: ProfileFacts, { two_factor_auth }: ProfileChange): Reason | undefined {
  return two_factor_auth !== undefined && two_factor_auth !== user.twoFactorAuth
    ? reasonOf('two_factor_elsewhere')
    : undefined;
}
