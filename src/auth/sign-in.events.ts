import { profileReference } from '../access/users/user.events.js';
import type { NewEvent } from '../events/event.js';
import type { SignedInUser } from './login/login-user.js';

/** spec: D-216. */
export function consentEvent(user: SignedInUser, clientLabel: string): NewEvent {
  return profileUpdate(user, `Access to the account was given to the application ${clientLabel}.`);
}

/** A credential that can be used once. */
export type Reusable = 'authorization code' | 'refresh token';

/** spec: D-216. */
export function reuseEvent(user: SignedInUser, what: Reusable, label: string): NewEvent {
  const message = `A used ${what} of the application ${label} was presented again, and its access was ended.`;
  return profileUpdate(user, message);
}

/** spec: D-216. */
export function deviceAddedEvent(user: SignedInUser): NewEvent {
  return profileUpdate(user, 'A trusted device was added.');
}

/** spec: D-216. */
export function passwordChangedEvent(user: SignedInUser): NewEvent {
  return profileUpdate(user, 'The password was changed.');
}

/** spec: D-216, D-311. */
export function passkeyAddedEvent(user: SignedInUser, name: string): NewEvent {
  return profileUpdate(user, `The passkey ${name} was added.`);
}

/** spec: D-216, D-311. */
export function passkeyRenamedEvent(user: SignedInUser, old: string, name: string): NewEvent {
  return profileUpdate(user, `The passkey ${old} was renamed to ${name}.`);
}

/** spec: D-216, D-311. */
export function passkeyRemovedEvent(user: SignedInUser, name: string): NewEvent {
  return profileUpdate(user, `The passkey ${name} was removed.`);
}

function profileUpdate(user: SignedInUser, message: string): NewEvent {
  return { action: 'profile_update', entity: profileReference(user), message };
}
