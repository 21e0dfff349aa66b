import { readSettings } from '../../src/shared/config/settings.js';
import type { InnerFault, Rule } from '../../src/shared/validation/rule.js';

const SETTINGS = readSettings({});

/** The reason that the rule gives for this value of a field `key`, under the default settings. */
export function said(rule: Rule, value: unknown, key = 'key'): string | readonly InnerFault[] | undefined {
  return rule.check(value, key, SETTINGS);
}
