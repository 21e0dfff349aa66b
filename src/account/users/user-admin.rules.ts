import type { User } from '../../access/user.js';

/** A body before its validation. */
export type UncheckedBody = Readonly<Record<string, unknown>>;

/** The user who administers others: unrestricted, or restricted with account access (D-144). */
export interface Admin {
  readonly userId: number;
  readonly restricted: boolean;
}

/** D-144: a restricted admin changes neither themselves nor an unrestricted or proxy user. */
export function mayChange(admin: Admin, user: User): boolean {
  if (!admin.restricted) return true;
  return user.id !== admin.userId && user.restricted && user.userType !== 'proxy';
}

/** D-141, D-144: a restricted admin neither lifts a restriction nor sets a password. */
export function mayRequest(admin: Admin, body: UncheckedBody): boolean {
  if (!admin.restricted) return true;
  return body.restricted !== false && !setsPassword(body);
}

/**
 * D-279: a narrowed token can't set a password, because its holder could then sign in without the
 * restriction.
 */
export function setsPassword({ password }: UncheckedBody): boolean {
  return password !== undefined && password !== null;
}

/** D-144: a restricted admin makes restricted users only. */
export function mayCreate(admin: Admin, body: UncheckedBody): boolean {
  return !admin.restricted || body.restricted !== false;
}

/** D-141, D-186: only `restricted` of a proxy user can change; other keys are ignored. */
export function allowedChanges(user: User, body: UncheckedBody): UncheckedBody {
  return user.userType === 'proxy' ? { restricted: body.restricted } : body;
}
