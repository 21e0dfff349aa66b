import { isEmail } from '../../shared/validation/email.rules.js';
import type { Rule } from '../../shared/validation/rule.js';
import { string, text } from '../../shared/validation/rules.js';

const USERNAME = /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/i;

/** 3..32 letters and digits; `-`, `_` and `.` between them (D-140). */
export function username(): Rule {
  return text(3, 32, isUsername);
}

/** Whether a user can have this name. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text);
}

/** 8..128 characters (D-140). */
export function password(): Rule {
  return text(8, 128);
}

/** An email address (D-70). */
export function email(): Rule {
  return string((value) => (isEmail(value) ? undefined : 'Invalid email address.'), {
    format: 'email',
    maxLength: 254,
  });
}

export const USERNAME_TAKEN = 'Username must be unique.';
export const LAST_UNRESTRICTED_DELETED = "The last unrestricted user of an account can't be deleted.";
export const LAST_UNRESTRICTED_RESTRICTED = "The last unrestricted user of an account can't be restricted.";
