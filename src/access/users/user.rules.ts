import { reasonOf } from '../../shared/errors/reason.js';
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
  return string((value) => (isEmail(value) ? undefined : reasonOf('email_not_valid')), {
    format: 'email',
    maxLength: 254,
  });
}
