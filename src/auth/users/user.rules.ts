import { reasonOf } from '../../shared/errors/reason.js';
import { isEmail } from '../../shared/validation/email.rules.js';
import type { Rule } from '../../shared/validation/rule.js';
import { string, text } from '../../shared/validation/rules.js';
import { isCommonPassword } from './common-passwords.rules.js';

const USERNAME = /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/i;

/** 3..32 letters and digits; `-`, `_` and `.` between them (D-140). */
export function username(): Rule {
  return text(3, 32, isUsername);
}

/** Whether a user can have this name. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text);
}

/** 8..128 characters (D-140), and no password that everybody tries first (D-282). */
export function password(): Rule {
  const { schema, check } = text(8, 128);
  return {
    schema,
    check(value, key, settings) {
      const refusal = check(value, key, settings);
      if (refusal !== undefined) return refusal;
      return isCommonPassword(value as string) ? reasonOf('password_too_common') : undefined;
    },
  };
}

/** An email address (D-70). */
export function email(): Rule {
  return string((value) => (isEmail(value) ? undefined : reasonOf('email_not_valid')), {
    format: 'email',
    maxLength: 254,
  });
}
