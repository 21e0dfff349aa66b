import { notValid, type Rule } from '../../shared/validation/rule.js';
import { list, string } from '../../shared/validation/rules.js';
import { authorizedKeysFault } from '../ssh-keys/ssh-key.rules.js';
import { isTimezone } from './timezone.rules.js';

/** D-66, D-75. */
export function authorizedKeys(): Rule {
  const texts = list(string(() => undefined));
  return {
    schema: texts.schema,
    check: (value, key, settings) =>
      texts.check(value, key, settings) ?? authorizedKeysFault(value as string[]),
  };
}

/** D-71. */
export function timezone(): Rule {
  return string((value) => (isTimezone(value) ? undefined : notValid('timezone')));
}
